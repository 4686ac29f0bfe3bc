import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const ofJavaScript = ['node_modules/', '.env', '.env.*']
const ofJvm = ['target/', '.bsp/', '.idea/', '.env', '.env.*']

/** What is not committed, by the type of the application. */
const ignored: Readonly<Record<string, readonly string[]>> = {
  node: ofJavaScript,
  static: ofJavaScript,
  play1: ['tmp/', 'logs/', 'precompiled/', '.env', '.env.*'],
  play2: ofJvm,
  sbt: ofJvm,
}

/** Writes a .gitignore for the type unless the folder has one; returns its lines. */
export async function ignoreFiles(
  folder: string,
  type: string,
): Promise<readonly string[] | undefined> {
  const lines = Object.hasOwn(ignored, type) ? ignored[type] : undefined
  if (!lines) return undefined
  try {
    await writeFile(join(folder, '.gitignore'), `${lines.join('\n')}\n`, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined
    throw error
  }
  return lines
}
