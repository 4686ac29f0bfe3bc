import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { run } from '#kit/process/subprocess.ts'

/** Looks for secrets where nobody may find them. */
export interface SecretWatch {
  /** None of them is in the text. */
  assertFree(text: string): void
  /** None of them is in a file below the folder. */
  assertFreeFolder(folder: string): Promise<void>
  /** Ends the watch over the command lines of all processes; the answer is those with a secret. */
  end(): string[]
}

export function watchSecrets(secrets: string[]): SecretWatch {
  const found = new Set<string>()
  const isTold = (text: string) => secrets.some((secret) => text.includes(secret))
  const timer = setInterval(() => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const line = commandLineOf(pid)
      if (isTold(line)) found.add(line)
    }
  }, 60)
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
