import { noteCategories } from '@nuances/domain/axes';
import { commands } from './commands.ts';

/** The shells that a script can be written for. */
export const shells = ['bash', 'zsh'] as const;
export type Shell = (typeof shells)[number];

const optionsOf = (options: readonly string[]) => options.map((name) => `--${name}`).join(' ');

/** A script for bash; that of zsh is the same, read by its layer for scripts of bash. */
const script = () => `_nuances() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} options='' words=''
  case \${COMP_WORDS[1]} in
${commands
  .map(({ names: [first, ...rest], options = [] }) => {
    const words = rest.length > 0 ? ` words='${rest.join(' ')}'` : '';
    return `    ${first}) options='${optionsOf(options)}'${words} ;;`;
  })
  .join('\n')}
    completion) words='${shells.join(' ')}' ;;
  esac
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W '${[...new Set(commands.map(({ names }) => names[0])), 'completion', 'help'].join(' ')}' -- "$word"))
  elif [[ $before == --category ]]; then
    COMPREPLY=($(compgen -W '${noteCategories.join(' ')}' -- "$word"))
  elif [[ $before == --ahead ]]; then
    COMPREPLY=($(compgen -W 'skip now' -- "$word"))
  elif [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options --url --json --help" -- "$word"))
  elif [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -o filenames -F _nuances nuances
`;

/** What \`nuances completion\` prints for a shell. */
export function completionScript(shell: Shell): string {
  return shell === 'bash'
    ? script()
    : `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${script()}`;
}
