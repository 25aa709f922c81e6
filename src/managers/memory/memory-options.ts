export interface MemoryOptions {
  /** How many earlier turns the memory role is shown; from 1. */
  readonly historyWindow: number;
  readonly showPersistenceMarkers: boolean;
  readonly mostMemoriesShown: number;
  /** Estimated as characters / 4. */
  readonly mostTokensShown: number;
}

export const DEFAULT_MEMORY_OPTIONS: MemoryOptions = {
  historyWindow: 3,
  showPersistenceMarkers: true,
  mostMemoriesShown: 10,
  mostTokensShown: 300,
};
