import { type ClassValue, clsx } from 'clsx'

/** Joins class names; what is false is left out. */
export const cx = (...parts: ClassValue[]): string => clsx(parts)
