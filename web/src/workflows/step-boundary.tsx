// Keeps the page alive when a step's settings, which may come from a link or an older version, cannot be shown: they can be reset.
import { Component, type ReactNode, Suspense } from 'react';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { Spinner } from 'ui/spinner.tsx';
import { type FlowStep, getFlow, leadingFacts, patchFlow } from './flow.ts';
import { loadScreen } from './load-screen.ts';
import { flowWords } from './words.ts';

interface BoundaryProps {
  readonly step: FlowStep;
  /** Shown instead of what cannot be; absent: a note with a way out. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { failed: FlowStep['options'] | undefined }> {
  override state = { failed: undefined as FlowStep['options'] | undefined };

  static getDerivedStateFromError() {
    return {};
  }

  override componentDidCatch() {
    this.setState({ failed: this.props.step.options });
  }

  override render() {
    const { step, children, fallback } = this.props;
    if (this.state.failed === step.options) return fallback === undefined ? <Broken step={step} /> : fallback;
    return children;
  }
}

function Broken({ step }: { step: FlowStep }) {
  const words = useWords(flowWords);
  async function reset(): Promise<void> {
    const screen = await loadScreen(step.tool);
    const options = screen.defaultOptions(leadingFacts(getFlow()));
    patchFlow({ steps: getFlow().steps.map(one => (one.id === step.id ? { ...one, options } : one)) });
  }
  return (
    <div role="alert" className="grid justify-items-start gap-3">
      <p className="text-bad">{words.brokenSettings}</p>
      <Button size="sm" variant="secondary" onClick={() => void reset()}>
        {words.resetSettings}
      </Button>
    </div>
  );
}

export function StepBoundary(props: BoundaryProps) {
  return (
    <Boundary {...props}>
      <Suspense fallback={props.fallback === undefined ? <Spinner className="size-5" /> : null}>
        {props.children}
      </Suspense>
    </Boundary>
  );
}
