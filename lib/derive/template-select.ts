import {
  ASSIGNABLE_CHANNELS,
  CHANNELS,
  type Channel,
  DERIVED_CHANNELS,
  type TemplateState,
} from '@/lib/contract/records/templates'

/** Which version somebody asks for: a number, or a channel that is looked up when it is used. */
export type Selector = { kind: 'pinned'; version: number } | { kind: 'channel'; channel: Channel }
export const STABLE: Selector = { kind: 'channel', channel: 'stable' }
export const NEWEST: Selector = { kind: 'channel', channel: 'newest' }

/** Texts are the engine's, `config error: ` included: answers are compared with its own. */
export type SelectorOutcome = { ok: true; selector: Selector } | { ok: false; message: string }
export type ChannelOutcome = { ok: true; channel: Channel } | { ok: false; message: string }
/** `unknown`: there is no such template (404). `unset`: the channel points nowhere (422). */
export type Resolved = { ok: true; version: number } | { ok: false; reason: 'unknown' | 'unset'; message: string }

const DERIVED: ReadonlySet<string> = new Set(DERIVED_CHANNELS)

/** A channel in any spelling: letters and digits count, case and separators do not. */
export function parseChannel(text: string): ChannelOutcome {
  const word = bare(text)
  if (word === 'latest') {
    return no(
      '`latest` is not a version channel here because it is ambiguous. Did you mean `stable` (the launched version — ' +
        'also the default when no version is given), or `newest` (the highest version number, launched or not)?',
    )
  }
  const channel = CHANNELS.find((each) => bare(each) === word)
  if (channel !== undefined) return { ok: true, channel }
  return no(`unknown template version channel '${text}' — the named channels are fixed: ${CHANNELS.join(', ')}`)
}

/** A number, its digits, or a channel. Nothing given: stable. */
export function parseSelector(value: unknown): SelectorOutcome {
  if (value === undefined) return { ok: true, selector: STABLE }
  const text = typeof value === 'string' ? value : Number.isInteger(value) ? String(value) : null
  if (text === null) return no('a version is a channel name or a number')
  const digits = text.trim()
  if (/^\d+$/.test(digits)) {
    const version = Number(digits)
    if (version >= 1 && version <= 0xffffffff) return { ok: true, selector: { kind: 'pinned', version } }
    return no(`invalid template version '${text}' — versions are numbered from 1`)
  }
  const parsed = parseChannel(digits)
  return parsed.ok ? { ok: true, selector: { kind: 'channel', channel: parsed.channel } } : parsed
}

export const selectorText = (selector: Selector): string =>
  selector.kind === 'pinned' ? String(selector.version) : selector.channel

/** Why a channel cannot be set by hand; null: it can. */
export function refuseDerived(channel: Channel): string | null {
  if (!DERIVED.has(channel)) return null
  const how =
    channel === 'stable'
      ? ' — move it with `faucet template launch` instead'
      : channel === 'previous'
        ? ' — it is whatever was launched before the current version'
        : ' — it is always the highest version number'
  return `config error: \`${channel}\` is a derived channel and cannot be promoted${how}. Promotable channels: ${ASSIGNABLE_CHANNELS.join(', ')}`
}

/** The version a selector means. A pinned one is taken as it is: whether it exists, only the registry knows. */
export function resolveSelector(selector: Selector, id: string, state: TemplateState): Resolved {
  if (selector.kind === 'pinned') return { ok: true, version: selector.version }
  if (state.versions.length === 0) return { ok: false, reason: 'unknown', message: `no template ${id}` }
  const version = versionOfChannel(selector.channel, state)
  if (version !== null) return { ok: true, version }
  return { ok: false, reason: 'unset', message: `config error: ${whyUnset(selector.channel, id, state)}` }
}

/** Where a channel points; derived ones never look at tags, the others never at launches. */
export function versionOfChannel(channel: Channel, state: TemplateState): number | null {
  if (channel === 'stable' || channel === 'previous' || channel === 'newest') return state[channel]
  return Object.entries(state.tags).find(([tag]) => tag === channel)?.[1] ?? null
}

function whyUnset(channel: Channel, id: string, state: TemplateState): string {
  switch (channel) {
    case 'stable':
      return (
        `template '${id}' has no launched version (status: ${state.status}). Launch one first (\`faucet template launch ` +
        `${id} --version ${state.newest ?? 1}\`, or \`POST /v1/templates/${id}/launch\`), or select a specific build ` +
        'with `newest` / a version number'
      )
    case 'previous': {
      const why =
        state.stable === null
          ? 'nothing has been launched yet'
          : `v${state.stable} is the first and only launched version`
      return (
        `template '${id}' has no previous version — ${why}. \`previous\` is the version launched before the current ` +
        'one, so it only exists after a second launch'
      )
    }
    case 'newest':
      return (
        `every version of template '${id}' is deprecated, so \`newest\` has nothing to resolve to. Revive one ` +
        `(\`faucet template deprecate ${id} --version <n> --undo\`) or pin a version number`
      )
    default: {
      const set = Object.entries(state.tags).map(([tag, version]) => `${tag}=v${version}`)
      return (
        `template '${id}' has no \`${channel}\` version. Channels currently set: ${set.join(', ') || '(none)'}. Promote ` +
        `one with \`faucet template promote ${id} --tag ${channel} --version <n>\``
      )
    }
  }
}

const bare = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '').toLowerCase()
const no = (reason: string) => ({ ok: false as const, message: `config error: ${reason}` })
