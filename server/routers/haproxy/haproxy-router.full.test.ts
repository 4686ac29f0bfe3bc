import { certificatesContract } from '#routers/certificates.contract.ts'
import { hostileHttp2Contract } from '#routers/hostile-http2.contract.ts'
import { hostileVisitorsContract } from '#routers/hostile-visitors.contract.ts'
import { http2Contract } from '#routers/http2.contract.ts'
import { sparesContract } from '#routers/spares.contract.ts'
import { visitorLimitsContract } from '#routers/visitor-limits.contract.ts'
import { haproxyYard } from '#tests/support/visitors/haproxy-yard.ts'
import { routerYards } from '#tests/support/visitors/router-yard.ts'

const yards = routerYards(haproxyYard)
hostileVisitorsContract('haproxy', yards)
certificatesContract('haproxy', yards)
http2Contract('haproxy', yards)
hostileHttp2Contract('haproxy', yards)
visitorLimitsContract('haproxy', yards)
sparesContract('haproxy', yards)
