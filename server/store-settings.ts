import { secretSetting, storeAddress } from '#kit/setting-kinds.ts'

export const storeSettings = {
  store: secretSetting(
    'BERTH_STORE',
    'sqlite',
    storeAddress,
    'where facts are kept: sqlite, a file in the data folder, or a PostgreSQL database, such as postgresql://user:password@db.example.org:5432/berth',
  ),
}
