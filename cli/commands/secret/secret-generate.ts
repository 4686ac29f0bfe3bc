import { randomInt } from 'node:crypto'
import { defineCommand } from '#cli/define-command.ts'

/** Letters and digits need no quotes, neither in a shell nor in a configuration file. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const length = 64

export const secretGenerate = defineCommand({
  words: 'secret generate',
  summary: 'Print a random secret, for example for APPLICATION_SECRET of a Play application',
  description:
    'It has 64 letters and digits, about 380 bits. It is made on this machine, and kept and sent nowhere.',
  examples: [
    'berth secret generate',
    'berth env set APPLICATION_SECRET "$(berth secret generate)"',
  ],
  async handle({ output }) {
    const secret = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
    output.print({ secret }, () => secret)
    return 0
  },
})
