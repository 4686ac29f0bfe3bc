import { type Branch, branchesOf, valueBranches } from './cases.ts'
import type { CompletionNode, Proposal } from './completion-node.ts'

/** Completion for fish. `/` as the values of an option stands for files. */
export const fishCompletion = (nodes: readonly CompletionNode[]): string => `\
# Completion of berth for fish, written by \`berth completion fish\`.

function __berth_subcommands
${switchOf(branchesOf(nodes, ({ subcommands }) => described(subcommands)))}
end

function __berth_options
${switchOf(branchesOf(nodes, ({ options }) => described(options)))}
end

function __berth_options_with_values
${switchOf(branchesOf(nodes, ({ values }) => lines([...values.keys()])))}
end

function __berth_values
${switchOf(
  valueBranches(nodes).map(({ patterns, body }) => ({ patterns, body: lines(body.split(' ')) })),
)}
end

function __berth_print
    if test "$argv[1]" = /
        __fish_complete_path (commandline -ct)
    else if test (count $argv) -gt 0
        printf '%s\\n' $argv
    end
end

function __berth_complete
    set -l typed (commandline -opc)
    set -l current (commandline -ct)
    set -l command ''
    set -l option ''
    set -l closed ''
    set -l position 0
    for word in $typed[2..-1]
        if test -n "$option"
            set option ''
            continue
        end
        if string match -q -- '-*' $word
            contains -- $word (__berth_options_with_values "$command")
            and set option $word
            # The words of a command come before its options.
            set closed $command
            continue
        end
        if test -z "$command" -a "$word" = help
            continue
        end
        if test $position -eq 0 -a -z "$closed"; and contains -- $word (__berth_subcommands "$command" | string replace -r '\\t.*' '')
            set command (string trim "$command $word")
        else
            set position (math $position + 1)
        end
    end

    if test -n "$option"
        __berth_print (__berth_values "$command $option")
    else if string match -qr -- '^--[^=]+=' $current
        set -l name (string replace -r '=.*' '' -- $current)
        for value in (__berth_values "$command $name")
            if test "$value" = /
                set value (__fish_complete_path (string replace -r '^[^=]*=' '' -- $current))
            end
            printf "$name=%s\\n" $value
        end
    else if string match -q -- '-*' $current
        __berth_options "$command"
    else
        set -l found (__berth_subcommands "$command")
        if test $position -gt 0 -o -n "$closed" -o (count $found) -eq 0
            set found (__berth_values "$command $position")
        end
        if test $position -eq 0 -a -z "$command"
            set -a found help\\t'Show the help of a command'
        end
        __berth_print $found
    end
end

complete -c berth -f -a '(__berth_complete)'
`

const switchOf = (branches: readonly Branch[]): string =>
  [
    '    switch $argv[1]',
    ...branches.flatMap(({ patterns, body }) => [
      `        case ${patterns.map(quoted).join(' ')}`,
      `            ${body}`,
    ]),
    '    end',
  ].join('\n')

/** Prints a word and its meaning per line, divided by a tab. */
const described = (proposals: readonly Proposal[]): string =>
  proposals.length === 0
    ? ''
    : `printf '%s\\t%s\\n' ${proposals.map(({ word, meaning }) => `${quoted(word)} ${quoted(meaning)}`).join(' ')}`

const lines = (words: readonly string[]): string =>
  words.length === 0 ? '' : `printf '%s\\n' ${words.map(quoted).join(' ')}`

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
