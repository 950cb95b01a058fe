// Stands in for the `server-only` marker, which has no meaning outside a build.
export {}
