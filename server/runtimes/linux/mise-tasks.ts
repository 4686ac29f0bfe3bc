import type { MiseFile } from '#runtimes/pipeline/mise.ts'
import type { PlanOrder } from '#runtimes/planner.ts'

/** Folders in which mise looks for tasks that are files. */
const taskFolders = ['mise-tasks', '.mise-tasks', 'mise/tasks', '.mise/tasks', '.config/mise/tasks']

/** Whether mise knows a task of the application: a table of mise.toml, or a file. */
export async function hasMiseTask(
  { source }: PlanOrder,
  file: MiseFile | undefined,
  name: string,
): Promise<boolean> {
  const tasks = file?.content.tasks
  if (typeof tasks === 'object' && tasks && Object.hasOwn(tasks, name)) return true
  for (const folder of taskFolders) {
    const names = await source.list(folder)
    if (names.some((each) => each === name || each === `${name}.sh`)) return true
  }
  return false
}
