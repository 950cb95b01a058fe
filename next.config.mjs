/** @type {import('next').NextConfig} */
const config = {
  output: 'standalone',
  outputFileTracingRoot: import.meta.dirname,
  serverExternalPackages: ['better-sqlite3', 'pg'],
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: true,
  skipTrailingSlashRedirect: true,
  // Checked by `npm run check`, the tests with it; a start need not wait for that.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  experimental: { serverActions: { bodySizeLimit: '2mb' } },
}
export default config
