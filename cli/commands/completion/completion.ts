import { bashCompletion } from '#cli/completion/bash.ts'
import { type CompletionNode, completionNodes } from '#cli/completion/completion-node.ts'
import { fishCompletion } from '#cli/completion/fish.ts'
import { zshCompletion } from '#cli/completion/zsh.ts'
import { defineCommand } from '#cli/define-command.ts'
import { nearest } from '#cli/nearest.ts'
import { UsageError } from '#cli/refusal.ts'

const scripts: Readonly<Record<string, (nodes: readonly CompletionNode[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
}

const shells = Object.keys(scripts)

export const completion = defineCommand({
  words: 'completion',
  summary: 'Print a script that completes commands and options in bash, zsh or fish',
  description:
    'bash: source it in ~/.bashrc. zsh: source it in ~/.zshrc after `compinit`, or save it as _berth in a folder of $fpath. fish: save it in ~/.config/fish/completions.\n' +
    'It is written for this version: print it again after an update.',
  arguments: [{ name: 'shell', summary: shells.join(', '), completes: shells }],
  examples: [
    'source <(berth completion bash)',
    'source <(berth completion zsh)',
    'berth completion fish > ~/.config/fish/completions/berth.fish',
  ],
  async handle({ output, args, commands }) {
    const script = Object.hasOwn(scripts, args.shell) ? scripts[args.shell] : undefined
    if (!script) {
      const meant = nearest(args.shell, shells)
      throw new UsageError(
        `Unknown shell '${args.shell}': ${meant ? `did you mean '${meant}'?` : `use one of ${shells.join(', ')}.`}`,
        'completion',
      )
    }
    const text = script(await completionNodes(commands))
    output.print({ shell: args.shell, script: text }, () => text.trimEnd())
    return 0
  },
})
