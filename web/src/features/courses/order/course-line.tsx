/** A course in the order of courses. */
import { ArrowUpDown, ExternalLink } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { OrderHandle, OrderRow } from "@/ui/order/order-row";
import { RowMenu } from "@/ui/table/row-menu";
import { CourseStatus } from "../course-status";
import { ACTIVE, type CourseRow, coursePath } from "../course-types";

const grid =
  "grid min-h-9 grid-cols-[28px_36px_minmax(0,1fr)_auto_36px] items-center gap-x-1 text-sm max-sm:min-h-11 max-sm:grid-cols-[44px_28px_minmax(0,1fr)_auto_44px]";

type CourseLineProps =
  | { movable: true; course: CourseRow; lane: number; onMove: () => void }
  | { movable?: false; course: CourseRow | undefined };

export function CourseLine(props: CourseLineProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { course } = props;
  if (!course) return null;
  const facts = (
    <>
      <span className="text-right text-mut tabular-nums">{course.position}</span>
      <span className="flex min-w-0 items-center gap-2 px-2">
        {props.movable ? (
          <Link to={coursePath(course.id)} className="truncate font-[550] text-ink-strong hover:underline">
            {course.name}
          </Link>
        ) : (
          <span className="truncate font-[550] text-ink-strong">{course.name}</span>
        )}
        <span className="truncate text-xs text-mut max-sm:hidden">{course.category?.name}</span>
      </span>
      <span>{course.status === ACTIVE ? null : <CourseStatus of={course} />}</span>
    </>
  );
  if (!props.movable)
    return (
      <span className={grid}>
        <span />
        {facts}
      </span>
    );
  return (
    <OrderRow of="courses" lane={props.lane} id={course.id} className={`border-b border-line-soft ${grid}`}>
      <OrderHandle />
      {facts}
      <RowMenu
        name={course.name}
        actions={[
          { label: t("order.moveTo"), icon: ArrowUpDown, saves: true, run: props.onMove },
          { label: t("courses.open"), icon: ExternalLink, run: () => void navigate(coursePath(course.id)) },
        ]}
      />
    </OrderRow>
  );
}
