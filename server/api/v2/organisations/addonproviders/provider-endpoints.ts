import type { Endpoint } from '#api/http/endpoint.ts'
import { deleteProviderLogo, putProviderLogo } from '#api/v4/organisations/provider-logo.ts'
import * as providers from './addonproviders.ts'
import * as features from './features.ts'
import * as plans from './plans.ts'
import * as testers from './testers.ts'

/** What organisations do that offer add-ons. */
export const providerEndpoints: readonly Endpoint[] = [
  providers.listProviders,
  providers.postProvider,
  providers.postManifestCheck,
  providers.getProvider,
  providers.putProvider,
  providers.deleteProviderForGood,
  putProviderLogo,
  deleteProviderLogo,
  providers.listProviderTags,
  features.listFeatures,
  features.postFeature,
  features.deleteFeature,
  plans.listPlans,
  plans.postPlan,
  plans.getPlanRecord,
  plans.putPlan,
  plans.deletePlan,
  plans.putFeatureOfPlan,
  plans.deleteFeatureOfPlan,
  testers.listTesters,
  testers.postTester,
  testers.deleteTester,
]
