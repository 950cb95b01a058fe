/**
 * What this console keeps for itself beside the engine's tables, in tables of its own. They are made by the first write:
 * reading changes nothing.
 */
export interface ConsoleStore {
  /** The value of a setting; null: it was never set. */
  setting(name: string): Promise<string | null>
  /** Sets what was never set. False: somebody did before, and what they set stays. */
  claimSetting(name: string, value: string): Promise<boolean>
}
