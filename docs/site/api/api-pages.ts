import type { Heading } from '#docs/site/markdown.ts'
import type { Section } from '#docs/site/sections.ts'
import type { SitePage } from '#docs/site/site-page.ts'
import { escapeHtml } from '#kit/text/html.ts'
import { type Area, areasOf } from './areas.ts'
import { breakable, operationView } from './operation-view.ts'
import { type ApiOperation, exampleAddresses, listOperations, type Schemas } from './operations.ts'

/** The pages of the API reference: one that lists the areas, and one for each. */
export function apiPages(section: Section): SitePage[] {
  const { operations, schemas } = listOperations()
  const areas = areasOf(operations.map(({ part }) => part)).map((area) => ({
    area,
    own: operations.filter(({ part }) => area.parts.includes(part)),
  }))
  return [
    startPage(areas, section, operations.length),
    ...areas.map(({ area, own }) => areaPage(area, own, { section, schemas })),
  ]
}

const addressOf = ({ name }: Area) => `api/${name}.html`

function startPage(
  areas: readonly { area: Area; own: readonly ApiOperation[] }[],
  section: Section,
  count: number,
): SitePage {
  const rows = areas.map(
    ({ area, own }) =>
      `<li><a href="${area.name}.html">${escapeHtml(area.title)}</a> <span class="muted">${own.length} operations</span></li>`,
  )
  const text = `Every operation of the API, ${count} of them, from the description that the server makes of itself. Their parameters, bodies and answers are those that it checks, and the examples fit their schemas.`
  return {
    address: 'api/index.html',
    title: 'API reference',
    section,
    headings: [],
    passages: [{ anchor: '', heading: '', keywords: '', text }],
    isApi: true,
    html: `<h1>API reference</h1>
<p>${text}</p>
<p>In the examples the API is at <code>${exampleAddresses.api}</code> and the bridge, which takes API tokens, at <code>${exampleAddresses.bridge}</code>.
Served by a platform, these pages have the addresses of that platform, and whoever is logged in to it can try an operation. <a href="../guides/authentication.html">Authentication</a> tells how programs get credentials,
<a href="../reference/api.html">the table of all endpoints</a> has limits and rules that hold for all of them.</p>
<ul class="areas">
${rows.join('\n')}
</ul>`,
  }
}

function areaPage(
  area: Area,
  operations: readonly ApiOperation[],
  { section, schemas }: { section: Section; schemas: Schemas },
): SitePage {
  const sorted = operations.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  const entries = sorted.map(
    ({ id, method, path, operation }) =>
      `<li><span class="method method-${method.toLowerCase()}">${method}</span> <a href="#${escapeHtml(id)}">${escapeHtml(operation.summary.replaceAll('`', ''))}</a> <code class="muted">${breakable(path)}</code></li>`,
  )
  return {
    address: addressOf(area),
    title: area.title,
    section,
    // The list at the top of the page takes the place of these.
    headings: sorted.map(
      ({ id, method, path }): Heading => ({ level: 4, anchor: id, text: `${method} ${path}` }),
    ),
    passages: sorted.map(({ id, method, path, operation }) => ({
      anchor: id,
      heading: `${method} ${path}`,
      keywords: '',
      text: operation.summary.replaceAll('`', ''),
    })),
    isApi: true,
    html: `<h1>${escapeHtml(area.title)}</h1>
<ul class="operations">
${entries.join('\n')}
</ul>
${sorted.map((one) => operationView(one, schemas)).join('\n')}`,
  }
}
