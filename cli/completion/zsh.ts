import { type Branch, branchesOf, valueBranches } from './cases.ts'
import type { CompletionNode, Proposal } from './completion-node.ts'

/** Completion for zsh: to be sourced, or as the file `_berth` in a folder of `fpath`. `/` as the values of an option stands for files. */
export const zshCompletion = (nodes: readonly CompletionNode[]): string => `\
#compdef berth
# Completion of berth for zsh, written by \`berth completion zsh\`.

_berth_subcommands() {
${caseOf(branchesOf(nodes, ({ subcommands }) => described(subcommands)))}
}

_berth_options() {
${caseOf(branchesOf(nodes, ({ options }) => described(options)))}
}

_berth_options_with_values() {
${caseOf(branchesOf(nodes, ({ values }) => [...values.keys()].map(quoted).join(' ')))}
}

_berth_values() {
${caseOf(
  valueBranches(nodes).map(({ patterns, body }) => ({
    patterns,
    body: body.split(' ').map(quoted).join(' '),
  })),
)}
}

_berth() {
  local current=\${words[CURRENT]} command='' option='' closed='' word
  local -a reply
  integer i position=0
  for ((i = 2; i < CURRENT; i++)); do
    word=\${words[i]}
    if [[ -n $option ]]; then
      option=''
      continue
    fi
    if [[ $word == -* ]]; then
      _berth_options_with_values "$command"
      (( \${reply[(Ie)$word]} )) && option=$word
      # The words of a command come before its options.
      closed=$command
      continue
    fi
    [[ -z $command && $word == help ]] && continue
    _berth_subcommands "$command"
    if [[ -z $closed ]] && (( position == 0 && \${\${reply[@]%%:*}[(Ie)$word]} )); then
      command=\${command:+$command }$word
    else
      (( ++position ))
    fi
  done

  if [[ -z $option && $current == --*=* ]]; then
    option=\${current%%=*}
    compset -P '*='
  fi
  if [[ -n $option ]]; then
    _berth_values "$command $option"
  elif [[ $current == -* ]]; then
    _berth_options "$command"
  else
    _berth_subcommands "$command"
    [[ -z $closed ]] && (( position == 0 && \${#reply} )) || _berth_values "$command $position"
    [[ -z $command ]] && (( position == 0 )) && reply+=('help:Show the help of a command')
  fi
  if [[ $reply[1] == / ]]; then
    _files
  else
    _describe berth reply
  fi
}

# Called by the completion system, or sourced.
if [[ $funcstack[1] == _berth ]]; then
  _berth "$@"
else
  compdef _berth berth
fi
`

/** Items of `_describe`: a colon divides the word from its meaning. */
const described = (proposals: readonly Proposal[]): string =>
  proposals.map(({ word, meaning }) => quoted(`${word}:${meaning}`)).join(' ')

const caseOf = (branches: readonly Branch[]): string =>
  [
    '  case $1 in',
    ...branches.map(
      ({ patterns, body }) => `    ${patterns.map(quoted).join('|')}) reply=(${body}) ;;`,
    ),
    '    *) reply=() ;;',
    '  esac',
  ].join('\n')

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
