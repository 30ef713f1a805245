import "zod";
import "zod/mini";
import "./endpoint.ts";
import "#contract/endpoint.ts";
