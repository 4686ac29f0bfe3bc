import type { Worker } from '#kit/concurrency/worker.ts'
import type { Platform as IdentityPlatform } from '#platform/identity/platform.ts'
import type { EventHub } from '#platform/model/events/event-hub.ts'
import type { ProviderClient } from '#platform/model/marketplace/provider-client.ts'

/** The platform as events knows it: what the wings before it get, and parts of its own. */
export interface Platform extends IdentityPlatform {
  /** Wakes whoever follows events. */
  eventHub: EventHub
  /** Calls webhooks and mails digests of events in the background. */
  webhookWorker: Worker
  providerClient: ProviderClient
}
