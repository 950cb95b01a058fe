/** A page's path segment arrives still encoded; this decodes it, once. What cannot be decoded stays as it is. */
export function pageParam(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
