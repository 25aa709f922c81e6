import path from 'node:path';

/** The story of the project. */
export const SHIPPED_STORY = path.resolve(
  import.meta.dirname,
  '../../game_files/story/saltmere.z5',
);
