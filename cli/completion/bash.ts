import { type Branch, branchesOf, valueBranches } from './cases.ts'
import type { CompletionNode } from './completion-node.ts'

/** Completion for bash 3.2 and later. `/` as the values of an option stands for files. */
export const bashCompletion = (nodes: readonly CompletionNode[]): string => `\
# Completion of berth for bash, written by \`berth completion bash\`.

_berth_subcommands() {
${caseOf(
  '$1',
  branchesOf(nodes, ({ subcommands }) => subcommands.map(({ word }) => word).join(' ')),
)}
}

_berth_options() {
${caseOf(
  '$1',
  branchesOf(nodes, ({ options }) => options.map(({ word }) => word).join(' ')),
)}
}

_berth_options_with_values() {
${caseOf(
  '$1',
  branchesOf(nodes, ({ values }) => [...values.keys()].join(' ')),
)}
}

_berth_values() {
${caseOf('$1', valueBranches(nodes))}
}

_berth() {
  local current=\${COMP_WORDS[COMP_CWORD]} command='' option='' position=0 closed='' word i REPLY
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ $option ]]; then
      # Readline takes \`--option=value\` for three words.
      [[ $word == '=' ]] || option=''
      continue
    fi
    if [[ $word == -* ]]; then
      _berth_options_with_values "$command"
      [[ " $REPLY " == *" $word "* ]] && option=$word
      # The words of a command come before its options.
      closed=$command
      continue
    fi
    [[ $command == '' && $word == help ]] && continue
    _berth_subcommands "$command"
    if [[ ! $closed && $position == 0 && " $REPLY " == *" $word "* ]]; then
      command=\${command:+$command }$word
    else
      ((position++))
    fi
  done

  [[ $current == '=' ]] && current=''
  if [[ $option ]]; then
    _berth_values "$command $option"
  elif [[ $current == -* ]]; then
    _berth_options "$command"
  else
    _berth_subcommands "$command"
    [[ ! $closed && $position == 0 && $REPLY ]] || _berth_values "$command $position"
    [[ $command == '' && $position == 0 ]] && REPLY+=' help'
  fi
  # Without an answer of ours, readline completes names of files.
  [[ $REPLY == / ]] && return
  compopt +o default 2>/dev/null
  COMPREPLY=($(compgen -W "$REPLY" -- "$current"))
}

complete -o default -F _berth berth
`

const caseOf = (subject: string, branches: readonly Branch[]): string =>
  [
    `  case ${subject} in`,
    ...branches.map(
      ({ patterns, body }) => `    ${patterns.map(quoted).join('|')}) REPLY=${quoted(body)} ;;`,
    ),
    `    *) REPLY='' ;;`,
    '  esac',
  ].join('\n')

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
