import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { plainEnvironment, run } from '#kit/process/subprocess.ts'
import { checkSubjects } from './commit-subjects.ts'

const env = {
  ...plainEnvironment(),
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.org',
}

async function git(folder: string, ...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(['git', ...words], { cwd: folder, env })
  assert.equal(code, 0, stderr)
  return stdout.trim()
}

test('commit subjects: those since the start are checked, in a clone of any depth; without history nothing is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-subjects-'))
  try {
    const repository = join(folder, 'repository')
    await mkdir(join(repository, 'part'), { recursive: true })
    assert.deepEqual(await checkSubjects(folder), {
      summary: 'commit subjects: not checked, no Git history here',
      breaches: [],
    })
    await git(repository, 'init', '--quiet')
    const commit = (subject: string) =>
      git(repository, 'commit', '--quiet', '--allow-empty', '--message', subject)
    await commit('First version')
    const start = await git(repository, 'rev-parse', 'HEAD')
    await commit('cli: the words of it')
    await commit('cli: add a command')
    const whole = await checkSubjects(repository, start)
    assert.equal(whole.summary, 'commit subjects: 2 checked')
    assert.equal(whole.breaches.length, 1)
    assert.match(whole.breaches[0] ?? '', /^[0-9a-f]+ "cli: the words of it" begins with "the"/)

    await git(folder, 'clone', '--quiet', '--depth', '1', `file://${repository}`, 'shallow')
    const shallow = await checkSubjects(join(folder, 'shallow'), start)
    assert.deepEqual(shallow, { summary: 'commit subjects: 1 checked', breaches: [] })

    const part = await checkSubjects(join(repository, 'part'), start)
    assert.match(part.summary, /not checked, this folder is part of another repository/)
    const foreign = await checkSubjects(repository)
    assert.match(foreign.summary, /not checked, the history does not have/)
  } finally {
    await rm(folder, { recursive: true })
  }
})
