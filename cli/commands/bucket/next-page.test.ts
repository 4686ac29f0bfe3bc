import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { fileName, filePath } from '#protocol/files/file-path.ts'
import { nextPage } from './next-page.ts'

/** What a shell makes of a line, without running anything but `printf`. */
const wordsOf = async (line: string) =>
  (await runOrThrow(['sh', '-c', `set -- ${line}; printf '%s\\0' "$@"`])).split('\0').slice(0, -1)

test('bucket ls: the command for the next page is one line whose words are the names, whatever is in them', async () => {
  const hostile = [
    'plain.txt',
    "'; touch /tmp/owned; '",
    '$(reboot)`reboot`',
    '-rf --yes',
    'a b\tc',
    '\u202egnp.exe',
    'ö "quoted" \\ 100%',
    '\u2028line',
    '\x1b]0;title\x07\n',
    '%41',
  ]
  for (const name of hostile) {
    const next = fileName(name)
    for (const path of ['', filePath(`it's/${name}`)]) {
      const line = nextPage({ addon: 'my files', path, limit: 2, org: 'orga_1' }, next)
      assert.doesNotMatch(line, /[\p{C}\p{Zl}\p{Zp}]/u)
      const words = await wordsOf(line)
      const isEncoded = words.includes('--encoded')
      const typed = isEncoded ? next : name
      assert.deepEqual(words.slice(0, 5), [
        'berth',
        'bucket',
        'ls',
        '--limit=2',
        `--after=${typed}`,
      ])
      assert.deepEqual(words.slice(isEncoded ? 6 : 5), [
        ...['--org=orga_1', '--', 'my files'],
        ...(path === '' ? [] : [isEncoded ? path : `it's/${name}`]),
      ])
    }
  }
})
