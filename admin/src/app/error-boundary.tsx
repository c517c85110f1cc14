import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** Draws what is shown instead. */
  readonly fallback: (error: unknown, retry: () => void) => ReactNode;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly failure: { readonly error: unknown } | null;
}

/** One screen that fails leaves the rest standing. React knows no other way than a class. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    return this.props.fallback(failure.error, () => this.setState({ failure: null }));
  }
}
