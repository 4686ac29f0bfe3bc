import { type Call, endpoint } from '#api/http/endpoint.ts'
import { html, json, redirect } from '#api/http/response.ts'
import { page } from '#api/pages/page.ts'
import { immutable, protections, respondWithFile } from '#api/pages/static-file.ts'
import { object, string } from '#kit/schema.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** Depths of the files; those of a numbered version are one deeper. */
const paths = [
  '/docs',
  '/docs/:part',
  '/docs/:part/:second',
  '/docs/:part/:second/:third',
  '/docs/:part/:second/:third/:fourth',
  '/docs/:part/:second/:third/:fourth/:fifth',
  '/docs/:part/:second/:third/:fourth/:fifth/:sixth',
]

/** The documentation, for everybody: it says nothing that the sources do not say. */
const docsFiles = paths.map((path) =>
  endpoint({
    method: 'GET',
    path,
    access: 'anyone',
    isPage: true,
    summary: 'The documentation',
    async handle(call) {
      const { platform, from } = call
      platform.callLimits.count({ address: from })
      return answer(call)
    },
  }),
)

const base = '/docs'

async function answer({
  docsFiles: files,
  request,
}: Pick<Call, 'docsFiles' | 'request'>): Promise<Response> {
  const { pathname } = new URL(request.url)
  // Links of the page are relative.
  if (pathname === base) return redirect(`${base}/`)
  // The console asks whether there are pages at all.
  const isList = pathname === `${base}/pages.json`
  if (!(await files.isBuilt())) return isList ? json([]) : notBuilt()
  const path = decodeURIComponent(pathname.slice(base.length + 1))
  const file = await files.file(path === '' || path.endsWith('/') ? `${path}index.html` : path)
  if (!file && isList) return json([])
  if (!file) throw new Refusal('missing', 'The documentation has no such page.')
  const isNamedByContent = /(^|\/)assets\/[^/]+$/.test(path)
  return respondWithFile(request, file, {
    ...protections,
    ...(isNamedByContent ? immutable : { 'cache-control': 'no-cache' }),
  })
}

const notBuilt = () =>
  html(
    page(
      'The documentation is not built',
      `<p>The operator builds it in the checkout with <code>npm ci &amp;&amp; npm run docs:site</code>; <code>npm ci --omit=dev</code> leaves out what that takes.
The pages are in <code>docs/</code> of the checkout as well.</p>`,
    ),
    503,
  )

/** Tells the pages of the documentation that a platform serves them, and where: static copies have an empty file at this address. */
const getPlatform = endpoint({
  method: 'GET',
  path: '/docs/platform.json',
  access: 'anyone',
  isSameOrigin: true,
  summary: 'Where the API is, for the pages of the documentation that this platform serves',
  answer: object({ api: string, bridge: string }),
  handle: async ({ addresses: { api, bridge } }) => ({ api, bridge }),
})

export const docsPages = [getPlatform, ...docsFiles]
