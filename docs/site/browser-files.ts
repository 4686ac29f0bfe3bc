import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { chosenThemeCss, tokensCss } from '#kit/text/design-tokens.ts'
import { mark } from '#kit/text/page-design.ts'
import { indexPassages } from './pages/search-passages.ts'
import type { SitePage } from './site-page.ts'
import type { Assets } from './template.ts'

const sources = join(import.meta.dirname, 'browser')
/** In the order in which they apply. */
const styleNames = ['site.css', 'content.css', 'code.css', 'narrow.css']

/** Writes scripts, style, icon and search index below `assets/`; their names change with their content. */
export async function writeAssets(folder: string, pages: readonly SitePage[]): Promise<Assets> {
  await mkdir(join(folder, 'assets'), { recursive: true })
  const put = async (name: string, ending: string, text: string) => {
    const digest = createHash('sha256').update(text).digest('base64url').slice(0, 8)
    const address = `assets/${name}-${digest.replaceAll(/[-_]/g, 'x')}.${ending}`
    await writeFile(join(folder, address), text)
    return address
  }
  const styles = styleNames.map((name) => readFile(join(sources, name), 'utf8'))
  const style = (await Promise.all(styles)).join('\n')
  const [theme] = await bundle(folder, { theme: join(sources, 'theme.ts') }, 'iife')
  const [site, api] = await bundle(
    folder,
    { site: join(sources, 'site.ts'), api: join(sources, 'api.ts') },
    'es',
  )
  const icon = mark
    .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
    .replace('currentColor', '#3b8ee0')
  return {
    style: await put('site', 'css', `${tokensCss}\n${chosenThemeCss}\n${style}`),
    icon: await put('mark', 'svg', icon),
    search: await put('search', 'json', JSON.stringify(indexPassages(pages))),
    theme: theme ?? '',
    site: site ?? '',
    api: api ?? '',
  }
}

/** Bundles scripts of the browser; the addresses of the entries, in their order. */
async function bundle(
  folder: string,
  input: Readonly<Record<string, string>>,
  format: 'es' | 'iife',
): Promise<string[]> {
  const build = await rolldown({ input, platform: 'browser' })
  const { output } = await build.write({
    dir: folder,
    format,
    minify: true,
    entryFileNames: 'assets/[name]-[hash].js',
    chunkFileNames: 'assets/[name]-[hash].js',
  })
  await build.close()
  return Object.keys(input).map((name) => {
    const chunk = output.find((one) => one.type === 'chunk' && one.isEntry && one.name === name)
    if (!chunk) throw new Error(`The bundle lacks ${name}.`)
    return chunk.fileName
  })
}
