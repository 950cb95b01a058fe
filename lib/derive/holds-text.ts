/** Does `text` hold `part`, literally, upper and lower case alike? The same everywhere: databases fold case by their locale. */
export const holdsText = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase())
