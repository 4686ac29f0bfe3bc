import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { run } from '#kit/process/subprocess.ts'

/** Searches for secrets in places where they must not be. */
export interface SecretWatch {
  /** Asserts that the text contains none. */
  assertFree(text: string): void
  /** Asserts that no file below the folder contains one. */
  assertFreeFolder(folder: string): Promise<void>
  /** Stops watching the command lines of all processes; returns those that contained a secret. */
  end(): string[]
}

const lookEvery = 60
/** A new process is looked at this often, because it may still become another program; later every so many rounds. */
const firstLooks = 10

export function watchSecrets(secrets: string[]): SecretWatch {
  const found = new Set<string>()
  const isTold = (text: string) => secrets.some((secret) => text.includes(secret))
  let looks = new Map<string, number>()
  const timer = setInterval(() => {
    const before = looks
    looks = new Map()
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const rounds = before.get(pid) ?? 0
      looks.set(pid, rounds + 1)
      if (rounds > firstLooks && rounds % firstLooks !== 0) continue
      const line = commandLineOf(pid)
      if (isTold(line)) found.add(line)
    }
  }, lookEvery)
  return {
    assertFree: (text) => assert.ok(!isTold(text), text),
    async assertFreeFolder(folder) {
      const words = ['--recursive', '--files-with-matches', '--text', '--fixed-strings']
      const input = `${secrets.join('\n')}\n`
      const { stdout } = await run(['grep', ...words, '--file=-', folder], { input })
      assert.equal(stdout, '')
    },
    end() {
      clearInterval(timer)
      return [...found]
    },
  }
}

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}
