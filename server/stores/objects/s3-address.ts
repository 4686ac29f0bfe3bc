/** A bucket of an S3-compatible store, with the rights to read, write and delete in it. */
export interface S3Bucket {
  bucket: string
  /** Begins every key; empty, or ending with a slash. */
  prefix: string
  /** Address of the store; that of AWS in the region when absent. */
  endpoint?: string | undefined
  region: string
  accessKey: string
  secretKey: string
}

/** Address of a bucket, or of the object with this full key in it. */
export function addressIn(
  { bucket, endpoint, region }: S3Bucket,
  key = '',
  query: Readonly<Record<string, string>> = {},
): URL {
  const store = new URL(endpoint || `https://s3.${region}.${domainOf(region)}`)
  const path = key.split('/').map(encodeURIComponent).join('/')
  // Names of buckets are rarely host names below a store of one's own, and no certificate of AWS has names with more dots.
  if (endpoint || bucket.includes('.')) {
    store.pathname = `${store.pathname.replace(/\/$/, '')}/${bucket}/${path}`
  } else {
    store.hostname = `${bucket}.${store.hostname}`
    store.pathname = `/${path}`
  }
  store.search = new URLSearchParams(query).toString()
  return store
}

const domainOf = (region: string) =>
  region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
