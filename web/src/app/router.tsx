/** Routes from the screen table: guarded, each with its own error boundary, loaded when they are opened. */
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { createBrowserRouter, Link, type RouteObject, redirect, useLoaderData } from "react-router";
import { withNamespaces } from "@/lib/lazy/lazy-component";
import { buttonClass } from "@/ui/controls/button";
import { NotFound } from "@/ui/feedback/states";
import { PageError } from "./errors/page-error";
import { Guarded } from "./guard";
import { SCREENS, type Screen } from "./screens";
import { Shell } from "./shell/shell";
import { ShellSkeleton } from "./shell/shell-skeleton";

function routeOf(screen: Screen): RouteObject {
  return {
    path: screen.path,
    handle: screen,
    errorElement: <PageError />,
    // The code arrives as the route's data, not by `lazy`: a failed `lazy` leaves an empty page and no error.
    loader: () => withNamespaces(screen.load, screen.namespaces),
    shouldRevalidate: () => false,
    Component: () => <Arrived screen={screen} />,
  };
}

function Arrived({ screen }: { screen: Screen }) {
  const Content = useLoaderData() as ComponentType;
  return (
    <Guarded screen={screen}>
      <Content />
    </Guarded>
  );
}

/** For signed-in persons: sign-in is outside of the router. */
export function makeRouter() {
  return createBrowserRouter([
    {
      Component: Shell,
      HydrateFallback: ShellSkeleton,
      errorElement: <PageError whole />,
      children: [
        { path: "/signin", loader: () => redirect("/") },
        ...SCREENS.filter((screen) => screen.permission !== "public").map(routeOf),
        { path: "*", element: <UnknownPage /> },
      ],
    },
  ]);
}

/** No such page. */
function UnknownPage() {
  const { t } = useTranslation();
  return (
    <NotFound
      heading="h1"
      title={t("errors.notFoundTitle")}
      text={t("errors.notFoundText")}
      action={
        <Link to="/" className={buttonClass()}>
          {t("errors.toHome")}
        </Link>
      }
    />
  );
}
