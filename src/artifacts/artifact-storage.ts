import type { Storage } from 'unstorage'

/** What a workspace asks of its storage: any `Storage` of unstorage has it. It must read what it has written. */
export type ArtifactStorage = Pick<
  Storage,
  'getItemRaw' | 'setItemRaw' | 'hasItem' | 'removeItem' | 'getKeys' | 'getMeta'
>
