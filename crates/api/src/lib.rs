//! Outward faces: HTTP, SSE and OpenAPI over the operations of learn.
