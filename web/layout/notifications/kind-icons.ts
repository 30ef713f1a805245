import {
  CalendarClock,
  CircleDollarSign,
  ClipboardList,
  Gauge,
  Hourglass,
  Landmark,
  type LucideIcon,
  Package,
  PartyPopper,
  PencilRuler,
  ShieldAlert,
  Star,
  Undo2,
  Unplug,
} from "lucide-react";
import type { NotificationKind } from "#contract/notifications/kinds.ts";

export const kindIcons: Record<NotificationKind, LucideIcon> = {
  SALE: CircleDollarSign,
  FIRST_SALE: PartyPopper,
  ORDER_TO_SHIP: Package,
  WORK_TO_DELIVER: PencilRuler,
  SESSION: CalendarClock,
  SUBMISSIONS: ClipboardList,
  REVIEW: Star,
  REFUND_REQUEST: Undo2,
  REFUND_FAILED: Undo2,
  DISPUTE: ShieldAlert,
  PAYOUT_FAILED: Landmark,
  ACCOUNT_DISCONNECTED: Unplug,
  PLAN_LIMIT: Gauge,
  TRIAL: Hourglass,
};
