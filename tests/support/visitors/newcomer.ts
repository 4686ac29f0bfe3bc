import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import type { TestBerth } from '#tests/support/platform/berth.ts'
import { runCommand } from '#tests/support/platform/command.ts'
import { Project } from '#tests/support/projects/project.ts'
import { blocksOf, scriptOf } from './guide.ts'

const root = new URL('../../../', import.meta.url).pathname
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A folder with the files the page assumes, and a home without a login. */
export async function newcomer(berth: TestBerth, name: string): Promise<Project> {
  const project = await Project.create(berth, name, 'hello')
  await project.write({ 'logo.png': '' })
  await runCommand(['sh', '-c', `echo ${pixel} | base64 -d > logo.png`], {
    cwd: project.folder,
    env: project.env,
  })
  for (const known of ['CLEVER_TOKEN', 'CLEVER_SECRET']) delete project.env[known]
  const { api, bridge } = berth.addresses
  Object.assign(project.env, {
    BERTH_DATA: berth.data,
    BERTH: root.replace(/\/$/, ''),
    BROWSER: 'none',
    API: api,
    BRIDGE: bridge,
    DATA: berth.data,
    PATH: [join(root, 'bin'), dirname(process.execPath), process.env.PATH].join(':'),
  })
  return project
}

/** What a guide assumes was done before. */
export async function ok(project: Project, ...words: string[]): Promise<void> {
  const { code, output } = await project.type(...words)
  assert.equal(code, 0, output)
}

/** Types all blocks of a page into one shell. */
export async function typeGuide(
  file: string,
  project: Project,
  change = (code: string) => code,
): Promise<void> {
  const script = change(scriptOf(blocksOf(file)))
  const { code, output } = await project.run(['bash', '-c', script])
  const line = /(?:.*@line (\d+))/s.exec(output)?.[1]
  assert.equal(code, 0, `${file}, the block at line ${line}:\n${output}`)
  assert.match(output, /@end/)
}
