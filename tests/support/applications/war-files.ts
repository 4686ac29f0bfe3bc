import { globSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'

export interface WarOptions {
  /** `bin` of the JDK that compiles. */
  jdk: string
  /** Folder of a Tomcat with the servlets that it is compiled against. */
  container: string
  /** The package of servlets: that of Java EE, or of Jakarta EE since its version 9. */
  servlets: 'javax' | 'jakarta'
  to: string
}

/** A servlet that says where it runs and how it was reached, and a page. */
const source = (servlets: string) => `
  @${servlets}.servlet.annotation.WebServlet("/where")
  public class Where extends ${servlets}.servlet.http.HttpServlet {
    @Override
    protected void doGet(${servlets}.servlet.http.HttpServletRequest request, ${servlets}.servlet.http.HttpServletResponse response)
        throws java.io.IOException {
      response.getWriter().print(request.getContextPath() + " in " + getServletContext().getServerInfo() + " on Java "
        + System.getProperty("java.specification.version") + " by " + request.getScheme() + " from " + request.getRemoteAddr());
    }
  }`

/** Compiles a war for Java 8 and everything that is newer. */
export async function makeWar({ jdk, container, servlets, to }: WarOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-war-'))
  try {
    const classes = join(folder, 'war/WEB-INF/classes')
    await mkdir(classes, { recursive: true })
    await writeFile(join(folder, 'Where.java'), source(servlets))
    await writeFile(join(folder, 'war/index.jsp'), 'Page of <%= request.getContextPath() %>\n')
    const [api = ''] = globSync('home/*/lib/servlet-api.jar', { cwd: container })
    await runOrThrow([
      join(jdk, 'javac'),
      ...['--release', '8', '-cp', join(container, api), '-d', classes, join(folder, 'Where.java')],
    ])
    await mkdir(dirname(to), { recursive: true })
    await runOrThrow([join(jdk, 'jar'), '--create', '--file', to, '-C', join(folder, 'war'), '.'])
  } finally {
    await rm(folder, { recursive: true })
  }
}
