import { useOutletContext } from "react-router";
import { Onward } from "./onward";

/** The root leads to the first entry of the person's menu, which the frame knows. */
export function Home() {
  return <Onward to={useOutletContext<string>()} />;
}
