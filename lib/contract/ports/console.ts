/** A list as somebody keeps it for themselves: its address and how it is drawn, under a name. */
export interface SavedView {
  name: string
  /** What stands behind the `?`. */
  search: string
  /** As the list itself writes it; empty: as it is drawn anyway. */
  look: string
  /** Opens where the list is opened without a question. */
  is_default: boolean
}

/**
 * What this console keeps for itself beside the engine's tables, in tables of its own. They are made by the first write:
 * reading changes nothing.
 */
export interface ConsoleStore {
  /** The value of a setting; null: it was never set. */
  setting(name: string): Promise<string | null>
  /** Sets what was never set. False: somebody did before, and what they set stays. */
  claimSetting(name: string, value: string): Promise<boolean>
  /** What somebody keeps of a page, by name in byte order. */
  views(owner: string, page: string): Promise<SavedView[]>
  /**
   * Keeps a view, in the place of one of the same name, which stays the default if it was. False: there are `most` of
   * others already, and nothing was kept.
   */
  keepView(owner: string, page: string, view: Omit<SavedView, 'is_default'>, most: number): Promise<boolean>
  /** False: there is none of the first name, or there is one of the second. */
  renameView(owner: string, page: string, name: string, to: string): Promise<boolean>
  /** Makes one view the default and no other; null: none. A name that is not there: none. */
  setDefaultView(owner: string, page: string, name: string | null): Promise<void>
  /** False: there is none of this name. */
  removeView(owner: string, page: string, name: string): Promise<boolean>
}
