import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeHtml } from '#kit/text/html.ts'
import { rcompare, valid } from '#kit/text/versions.ts'
import type { VersionList } from './browser/shared.ts'

const listName = 'versions.json'
/** Part of the names of folders that are not finished. */
export const draftMark = '-draft-'

/** Folder of a version that is beside the current one. */
export const versionFolder = (version: string): string => `v${version}`

/** Versions with a folder of their own, newest first. */
async function listVersions(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => /^v\d/.test(name) && !name.includes(draftMark))
    .map((name) => name.slice(1))
    .filter((version) => valid(version))
    .sort(rcompare)
}

/** Copies the folders of other versions into a build that takes the place of this folder. */
export async function keepVersions(folder: string, draft: string): Promise<void> {
  for (const version of await listVersions(folder)) {
    const name = versionFolder(version)
    await cp(join(folder, name), join(draft, name), { recursive: true })
  }
}

/** Writes the list of the versions in a folder, for scripts and as a page; `style` is the address of a style sheet. */
export async function writeVersions(
  folder: string,
  { current = undefined, style }: { current?: string | undefined; style: string },
): Promise<void> {
  const known = current ?? (await readCurrent(folder))
  const list: VersionList = { ...(known && { current: known }), others: await listVersions(folder) }
  await writeFile(join(folder, listName), `${JSON.stringify(list)}\n`)
  await writeFile(join(folder, 'versions.html'), versionsPage(list, style))
}

async function readCurrent(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, listName), 'utf8').catch(() => '{}')
  return (JSON.parse(text) as VersionList).current
}

function versionsPage({ current, others }: VersionList, style: string): string {
  const entries = [
    ...(current
      ? [`<li><a href="index.html">${escapeHtml(current)}</a>, the current one</li>`]
      : []),
    ...others
      .filter((version) => version !== current)
      .map(
        (version) =>
          `<li><a href="${versionFolder(version)}/index.html">${escapeHtml(version)}</a></li>`,
      ),
  ]
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Versions · Berth</title>
<link rel="stylesheet" href="${style}">
</head>
<body>
<main>
<h1>Versions of the documentation of Berth</h1>
<ul>
${entries.join('\n')}
</ul>
</main>
</body>
</html>
`
}
