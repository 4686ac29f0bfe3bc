import { commandText } from './command-text.ts'
import type { Recipe, Tool } from './recipe.ts'

/** Header of a deployment's log: tools and commands, reasons, and advice to the owner. */
export function describeRecipe(recipe: Recipe): string[] {
  const {
    prepare = [],
    beforeStart = [],
    workers = [],
    crons = [],
    home = [],
    copies = [],
  } = recipe
  const install = recipe.dependencies?.install
  return [
    `Recipe of the ${recipe.runtime} runtime:`,
    `  tools    ${recipe.tools.map(toolText).join(', ') || 'none'}`,
    ...[...home, ...copies].map(({ path }) => `  home     ~/${path}`),
    ...prepare.map((step) => `  prepare  ${commandText(step.command)}`),
    `  install  ${install ? commandText(install.command) : 'nothing to install'}`,
    ...recipe.build.map((step) => `  build    ${commandText(step.command)}`),
    ...beforeStart.map((step) => `  before   ${commandText(step.command)}`),
    `  ${(recipe.purpose ?? 'start').padEnd(9)}${commandText(recipe.start)}`,
    ...workers.map(({ command }) => `  worker   ${commandText(command)}`),
    ...crons.map(({ schedule, command }) => `  cron     ${schedule} ${commandText(command)}`),
    ...recipe.notes.map((note) => `  ${note}`),
    ...recipe.warnings.map((warning) => `Warning: ${warning}`),
  ]
}

const toolText = ({ name, version }: Tool) => `${name} ${version}`
