import type { PlanOrder } from '#runtimes/planner.ts'
import type { Backend } from './python-variables.ts'

export interface FoundModule {
  module: string
  backend?: Backend
  /** Where it was found; ends the note about it. */
  note: string
}

/** Files in which small applications are, in the order of the documentation of their frameworks. */
const usualFiles = ['app.py', 'main.py', 'wsgi.py', 'application.py']

/**
 * What serves an application that does not say it: the project of Django's manage.py, or a variable that a framework's application is assigned to. Python can be read by Python only; these are
 * the lines that the frameworks write or show themselves, and where nothing is found the owner is asked.
 */
export async function findModule({ source }: PlanOrder): Promise<FoundModule | undefined> {
  const manage = (await source.read('manage.py')) ?? ''
  const [, project] =
    /["']DJANGO_SETTINGS_MODULE["'], *["']([A-Za-z_]\w{0,60})\.settings/.exec(manage) ?? []
  if (project) {
    return { module: `${project}.wsgi:application`, note: ', the project of manage.py' }
  }
  for (const path of usualFiles) {
    const text = await source.read(path)
    const [, name, framework] =
      /^([A-Za-z_]\w{0,60}) *= *(Flask|Bottle|FastAPI|Starlette)\(/m.exec(text ?? '') ?? []
    if (!name || !framework) continue
    const isAsgi = framework === 'FastAPI' || framework === 'Starlette'
    return {
      module: `${path.slice(0, -'.py'.length)}:${name}`,
      ...(isAsgi && { backend: 'uvicorn' }),
      note: `, which ${path} makes with ${framework}`,
    }
  }
  return undefined
}
