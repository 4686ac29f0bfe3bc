import { startApplication, startProxy } from '#bench/support/proxied-application.ts'
import { haproxyFigures } from '#bench/support/haproxy-figures.ts'
import { describeFigure } from '#bench/support/figure.ts'
await using application = await startApplication()
await using nginx = await startProxy(application)
for (const f of await haproxyFigures(application, nginx)) console.log(describeFigure(f))
