import { useOutletContext } from "react-router";
import { Redirect } from "./redirect";

/** The root leads to the first entry of the person's menu, which the frame knows. */
export function Home() {
  return <Redirect to={useOutletContext<string>()} />;
}
