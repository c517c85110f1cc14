import { type ComponentType, createContext, type ReactNode } from 'react';

export interface OwnPictureProps {
  /** What is there while no picture is. */
  readonly fallback: ReactNode;
}

/**
 * Draws the picture of the signed-in user. The entry of the dashboard gives it, since pictures need parts
 * that this room does not know; null: there are only initials.
 */
export const OwnPictureContext = createContext<ComponentType<OwnPictureProps> | null>(null);
