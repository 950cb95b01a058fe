/** How engines of 1.17 with a vault key begin a stored config; what follows is a sealed value. */
const PREFIX = 'faucet-sealed-config:v1:'

export const isSealedConfig = (text: string): boolean => text.startsWith(PREFIX)
export const sealedPart = (text: string): string => text.slice(PREFIX.length)
/** What such a value is bound to. */
export const sealedFor = (runId: string): string => `run:${runId}:config`
