import { createContext, type ReactNode, useContext } from 'react';

const LevelContext = createContext(2);

interface GroupHeadingProps {
  readonly className: string;
  readonly children: ReactNode;
}

/** The heading of a group of fields, one level below that of the page, dialog or group around it. */
export function GroupHeading({ className, children }: GroupHeadingProps): ReactNode {
  // HTML has six levels.
  const level = Math.min(useContext(LevelContext), 6) as 2 | 3 | 4 | 5 | 6;
  const Heading = `h${level}` as const;
  return <Heading className={className}>{children}</Heading>;
}

/** Wraps fields that are one heading level deeper. */
export function DeeperHeadings({ children }: { readonly children: ReactNode }): ReactNode {
  return <LevelContext.Provider value={useContext(LevelContext) + 1}>{children}</LevelContext.Provider>;
}
