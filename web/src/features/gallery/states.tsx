import { useState } from "react";
import { ApiError } from "@/api/errors";
import { Button } from "@/ui/controls/button";
import { Card } from "@/ui/display/page";
import { Skeleton, SkeletonLines } from "@/ui/feedback/skeleton";
import { Spinner } from "@/ui/feedback/spinner";
import { EmptyState, ErrorState, Forbidden, NotFound } from "@/ui/feedback/states";
import { Row } from "./row";

const FAILURE = new ApiError({
  message: "Baza javob bermadi",
  code: "UNAVAILABLE",
  status: 503,
  errId: 12,
  requestId: "3f1c9a",
});

function Bomb(): never {
  throw new Error("galereyadagi sinov xatosi");
}

/** Parts that replace content. */
export function States() {
  const [broken, setBroken] = useState(false);
  return (
    <Card title="Mazmun o'rnida">
      {broken ? <Bomb /> : null}
      <Row name="Skeleton, SkeletonLines, Spinner">
        <Skeleton className="h-8 w-40" />
        <div className="w-64">
          <SkeletonLines />
        </div>
        <Spinner />
      </Row>
      <Row name="EmptyState">
        <EmptyState
          title="Hali talaba yo'q"
          text="Sinxronizatsiyani boshlang yoki talaba qo'shing."
          action={<Button>Sinxronizatsiya</Button>}
        />
      </Row>
      <Row name="Forbidden">
        <Forbidden />
      </Row>
      <Row name="NotFound">
        <NotFound />
      </Row>
      <Row name="ErrorState">
        <ErrorState error={FAILURE} onRetry={() => undefined} />
      </Row>
      <Row name="PageError">
        <Button onClick={() => setBroken(true)}>Sahifani buzish</Button>
      </Row>
    </Card>
  );
}
