// The least a handler of this framework can do, for the bench to compare with.
export const dynamic = 'force-dynamic'

export const GET = () => new Response(null, { headers: { 'cache-control': 'no-store' } })
