import type {
  DeprecationRecord,
  LaunchRecord,
  TagRecord,
  TemplateDraft,
  TemplateRecord,
  VersionDeprecation,
} from '../records/templates'
import type { Stored } from '../stored'

/**
 * The template registry (storage.md 4.13): `faucet_templates` and its four companions. Numbers are plain digits compared
 * as numbers; a row whose number is none is passed over. A pointer may name a version that is gone, and a number may
 * come back with another content: (id, version) is no lasting identity.
 */
export interface TemplatesStore {
  /**
   * Appends a version: the highest stored number + 1 (engines from 1.16 on never give a number twice: there, also past
   * the highest ever given). Moves no pointer. Two callers at once get two numbers; lost eight times is an error.
   * Then at most 20 versions are kept, best effort: where engines up to 1.13.2 may work, exactly as they do, the older
   * version rows go, launched or tagged ones too, and pointers at them stay; where the store shows later engines, a
   * version that is stable, previous, a channel's target, the newest that ever passed its tests or pinned by a waiting
   * launch request stays, and what goes takes its pointers along.
   */
  register(draft: TemplateDraft): Promise<TemplateRecord>
  /** That version, or the highest. */
  get(id: string, version?: number): Promise<Stored<TemplateRecord> | null>
  /** The highest version of every template: created_at descending, then id. One that cannot be read stays in its place. */
  list(): Promise<Stored<TemplateRecord>[]>
  /** Descending. */
  versions(id: string): Promise<number[]>
  /**
   * One version, with the channels and launches that name it and its deprecation, whether or not its row exists; or all
   * that there is of the template. Returns the version rows removed. Memory: an unknown id changes nothing, and the last
   * version takes every channel and launch along. Where engines from 1.16 on work, the last one takes the template's
   * deprecation too.
   */
  remove(id: string, version: number | 'all'): Promise<number>
  /** Points a channel at a version, which nobody checks; a test result that vouched for the old target is forgotten. */
  setTag(id: string, tag: string, version: number): Promise<void>
  /** By tag. */
  tags(id: string): Promise<TagRecord[]>
  /** Was there one? */
  removeTag(id: string, tag: string): Promise<boolean>
  /**
   * Makes a version stable: appends to the launch log and returns its sequence (highest + 1), or null when the newest
   * launch is that version already. Two callers at once get two numbers; lost eight times is an error.
   */
  launch(id: string, version: number, by: string | null): Promise<number | null>
  /** Newest first. */
  launches(id: string): Promise<LaunchRecord[]>
  /** Sets or, with null, lifts the deprecation of the whole template. */
  setDeprecation(id: string, deprecation: DeprecationRecord | null): Promise<void>
  deprecation(id: string): Promise<DeprecationRecord | null>
  setVersionDeprecation(id: string, version: number, deprecation: DeprecationRecord | null): Promise<void>
  /** Version descending. A store of an engine before 1.13 has no table for them: none. */
  versionDeprecations(id: string): Promise<VersionDeprecation[]>
}
