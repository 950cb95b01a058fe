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
  // A program that asks for JSON where there is none is told so in JSON; browsers get the page that says it.
  rewrites: async () => ({
    beforeFiles: [],
    afterFiles: [
      {
        source: '/:path((?!v1(?:/|$)|console(?:/|$)|_next(?:/|$)).+)',
        has: [{ type: 'header', key: 'accept', value: '(?!.*text/html).*application/json.*' }],
        destination: '/console/no-such-path',
      },
    ],
    fallback: [],
  }),
  images: { unoptimized: true },
  experimental: { serverActions: { bodySizeLimit: '2mb' } },
}
export default config
