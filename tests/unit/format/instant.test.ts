import { describe, expect, it } from 'vitest'
import {
  age,
  ago,
  fromWall,
  instant,
  isZone,
  offsetName,
  timeOfDay,
  wallOf,
  zoneCity,
  zoneToday,
} from '@/lib/format/instant'

describe('instants in a zone', () => {
  it.each([
    ['2026-03-29T00:59:59.123Z', 'UTC', '2026-03-29 00:59:59.123'],
    ['2026-03-29T00:59:59.123Z', 'Europe/Berlin', '2026-03-29 01:59:59.123'],
    ['2026-03-29T01:00:00.000Z', 'Europe/Berlin', '2026-03-29 03:00:00.000'],
    ['2026-03-29T00:59:59.123Z', 'Asia/Kolkata', '2026-03-29 06:29:59.123'],
    ['2026-03-29T01:00:00.000Z', 'Asia/Kolkata', '2026-03-29 06:30:00.000'],
    ['2026-03-29T00:59:59.123Z', 'America/St_Johns', '2026-03-28 22:29:59.123'],
    ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25 02:30:00.000'],
    ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25 02:30:00.000'],
    ['2026-12-31T12:00:00Z', 'Pacific/Apia', '2027-01-01 01:00:00.000'],
    ['2026-01-01T00:00:00Z', 'UTC', '2026-01-01 00:00:00.000'],
  ])('shows %s in %s as %s', (at, zone, text) => {
    expect(instant(at, zone, 'milli')).toBe(text)
  })

  it('cuts to the second or the minute and takes any number of fraction digits', () => {
    expect(instant('2026-11-30T12:07:12.987654321Z', 'UTC')).toBe('2026-11-30 12:07:12')
    expect(instant('2026-11-30T12:07:12Z', 'UTC', 'minute')).toBe('2026-11-30 12:07')
    expect(timeOfDay('2026-11-30T12:07:12.408Z', 'Asia/Kolkata')).toBe('17:37:12.408')
  })

  it('has no text for what is no instant', () => {
    expect(instant('', 'UTC')).toBeNull()
    expect(instant('yesterday', 'UTC')).toBeNull()
    expect(age('never', 0)).toBeNull()
  })

  it('names the offset of that moment', () => {
    expect(offsetName('2026-07-01T00:00:00Z', 'Europe/Berlin')).toBe('UTC+2')
    expect(offsetName('2026-01-01T00:00:00Z', 'Europe/Berlin')).toBe('UTC+1')
    expect(offsetName('2026-01-01T00:00:00Z', 'Asia/Kolkata')).toBe('UTC+5:30')
    expect(offsetName('2026-01-01T00:00:00Z', 'America/St_Johns')).toBe('UTC−3:30')
    expect(offsetName('2026-01-01T00:00:00Z', 'UTC')).toBe('UTC')
  })

  it('refuses what is no zone', () => {
    expect(isZone('Europe/Berlin')).toBe(true)
    expect(isZone('Mars/Olympus')).toBe(false)
    expect(isZone('<script>')).toBe(false)
    expect(isZone('')).toBe(false)
    expect(zoneToday('Asia/Calcutta')).toBe('Asia/Kolkata')
    expect(zoneToday('constructor')).toBe('constructor')
    expect(zoneCity('America/Argentina/Buenos_Aires')).toBe('Buenos Aires')
  })
})

describe('ages', () => {
  const now = Date.parse('2026-11-30T12:00:00Z')
  it.each([
    ['2026-11-30T11:59:30Z', 'just now', 'just now'],
    ['2026-11-30T11:58:00Z', '2 min', '2 min ago'],
    ['2026-11-30T07:00:00Z', '5 h', '5 h ago'],
    ['2026-11-28T12:01:00Z', '47 h', '47 h ago'],
    ['2026-11-24T05:54:41Z', '6 d', '6 d ago'],
    ['2026-11-30T12:05:00Z', 'in 5 min', 'in 5 min'],
  ])('%s is %s', (at, short, long) => {
    expect(age(at, now)).toBe(short)
    expect(ago(at, now)).toBe(long)
  })
})

describe('wall time as an instant', () => {
  it.each([
    ['2026-11-30 13:07:12', 'Europe/Berlin', '2026-11-30T12:07:12Z', 'exact'],
    ['2026-11-30T13:07', 'Europe/Berlin', '2026-11-30T12:07:00Z', 'exact'],
    ['2026-11-30', 'Asia/Kolkata', '2026-11-29T18:30:00Z', 'exact'],
    ['2026-03-29 02:30', 'Europe/Berlin', '2026-03-29T01:30:00Z', 'skipped'],
    ['2026-10-25 02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z', 'twice'],
    ['2026-10-04 02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00Z', 'skipped'],
    ['2026-04-05 01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00Z', 'twice'],
    ['2011-12-30 12:00', 'Pacific/Apia', '2011-12-30T22:00:00Z', 'skipped'],
  ])('reads %s in %s as %s (%s)', (text, zone, at, note) => {
    expect(fromWall(text, zone)).toEqual({ instant: at, note })
  })

  it('refuses days and hours that are none', () => {
    for (const text of ['2026-02-30', '2026-13-01', '2026-01-01 24:00', '2026-01-01 10:61', '', 'soon', '30.11.2026'])
      expect(fromWall(text, 'UTC')).toBeNull()
  })

  it('gives back the wall time it was made from, all over a year, wherever that time exists once', () => {
    for (const zone of ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kolkata', 'Australia/Lord_Howe']) {
      for (let ms = Date.UTC(2026, 0, 1); ms < Date.UTC(2027, 0, 1); ms += 97 * 60_000) {
        const wall = wallOf(ms, zone)
        const text = instant(new Date(ms).toISOString(), zone)
        const back = fromWall(text ?? '', zone)
        expect(back?.note).not.toBe('skipped')
        if (back?.note === 'exact') expect(Date.parse(back.instant)).toBe(ms)
        else expect(wallOf(Date.parse(back?.instant ?? ''), zone)).toEqual(wall)
      }
    }
  })
})
