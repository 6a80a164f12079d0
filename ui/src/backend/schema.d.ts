// Generated from crates/api/openapi.json by `npm run bindings`. Do not edit.

export interface paths {
    "/api/abilities/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List abilities with their availability. */
        get: operations["availability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/abilities/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Stream a frame whenever the readable skills change. */
        get: operations["ability_changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/abilities/explain-match": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Explain why an ability matches a request or does not. */
        post: operations["explain_match"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/abilities/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Look up abilities that match a request, best match first. */
        post: operations["lookup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/abilities/skill": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a skill and open a dispatch, which identifies this use of it. */
        get: operations["ability_skill"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/abilities/skill/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a file of a skill. */
        get: operations["ability_skill_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/abilities/skills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the skills of usable abilities. */
        get: operations["ability_skills"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/abilities/{abilityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Uninstall an ability and keep its history; `POST /api/skills/restore` reverts it. */
        delete: operations["remove_ability"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/abilities/{abilityId}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Activate an ability and restore it to agents' folders, unless it is quarantined. */
        post: operations["activate_ability"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/abilities/{abilityId}/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the availability of an ability. */
        get: operations["ability_availability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/abilities/{abilityId}/canary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check the installed files of an ability without changing them. */
        post: operations["run_canary"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/abilities/{abilityId}/checkpoint-reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List recent checkpoint reports of an ability. */
        get: operations["ability_reports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/abilities/{abilityId}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deactivate an ability and remove it from agents' folders. */
        post: operations["deactivate_ability"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/abilities/{abilityId}/health-history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the health history of an ability, run by run. */
        get: operations["ability_health_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/abilities/{abilityId}/promote-shared": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Share an ability that is installed privately or for the workspace. */
        post: operations["promote_ability"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/abilities/{abilityId}/quarantine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Quarantine an ability: exclude it from use and from lookups. */
        post: operations["quarantine_ability"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/abilities/{abilityId}/unquarantine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End a quarantine and restore the ability's lane. */
        post: operations["unquarantine_ability"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List agents that can start Apprentice, and their connection state. */
        get: operations["agent_connections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agentId}/connection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Write the previewed change to an agent's configuration. */
        post: operations["change_agent_connection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agentId}/connection/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Preview a change of an agent's configuration. */
        post: operations["preview_agent_connection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bridge/report-observation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Report a friction, a note or the outcome of a dispatch. */
        post: operations["report_observation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bridge/verify-checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Report that an agent reached, skipped or failed a checkpoint. */
        post: operations["verify_checkpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/capabilities/bridge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the bridge as agents read it; `stale` means that it is not current. */
        get: operations["capability_bridge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/capabilities/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the health of each capability, with reasons. */
        get: operations["capability_health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/capabilities/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the report statistics of each capability. */
        get: operations["capability_stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List categories by title. */
        get: operations["list_categories"];
        put?: never;
        /** Create a category. */
        post: operations["create_category"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/categories/assignments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the category assignments of one item, one kind, or all. */
        get: operations["category_assignments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/categories/{categoryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change the title or color of a category. */
        put: operations["update_category"];
        post?: never;
        /** Delete a category with its assignments. */
        delete: operations["delete_category"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/categories/{categoryId}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Assign an item to a category. */
        post: operations["assign_category"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/categories/{categoryId}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the items of a category in the order of assignment. */
        get: operations["category_items"];
        put?: never;
        /** Assign many items to a category or unassign them, all or none. */
        post: operations["assign_many"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/categories/{categoryId}/items/{itemKind}/{itemId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Unassign an item from a category. */
        delete: operations["unassign_category"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/config/intents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List configuration intents, newest first. */
        get: operations["list_intents"];
        put?: never;
        /** Submit a configuration intent; the same intent applies once. */
        post: operations["submit_intent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/data/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete all data. */
        post: operations["delete_everything"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/data/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the progress of the last export. */
        get: operations["export"];
        put?: never;
        /** Start an export of all data into one zip file. */
        post: operations["begin_export"];
        /** Cancel the export, or delete a file that was not downloaded. */
        delete: operations["end_export"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/data/export/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download the finished export as a zip file. */
        get: operations["export_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/data/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read how much data is kept, and for how long. */
        get: operations["data_usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dispatches/{dispatchId}/checkpoint-receipts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the checkpoint reports of a dispatch, oldest first. */
        get: operations["dispatch_checkpoint_receipts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/doctor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check what works on this machine and how to fix the rest. */
        get: operations["doctor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check a folder that an answer names, before it is opened. */
        get: operations["folder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Stream the events of all sessions from now on. */
        get: operations["all_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/friction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List frictions that agents reported, newest first. */
        get: operations["frictions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List sessions with their outcomes. */
        get: operations["history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List proposals, newest first. */
        get: operations["list_proposals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/proposals/{proposalId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve a proposal for the workspace or for sharing, and install it. */
        post: operations["approve_proposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/proposals/{proposalId}/detail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a proposal for its review. */
        get: operations["proposal_detail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/proposals/{proposalId}/install": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Install a proposal as an ability. */
        post: operations["install_proposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/proposals/{proposalId}/rehearsal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the rehearsal that is running or ended last. */
        get: operations["rehearsal_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/proposals/{proposalId}/rehearsal/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End a rehearsal and evaluate it. */
        post: operations["finish_rehearsal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/proposals/{proposalId}/rehearsal/mark": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Report a checkpoint that the observer cannot see. */
        post: operations["mark_checkpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/proposals/{proposalId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reject a proposal. */
        post: operations["reject_proposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/proposals/{proposalId}/request-more-tests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Return a proposal to testing. */
        post: operations["request_more_tests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/proposals/{proposalId}/revise": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change a proposal. */
        post: operations["revise_proposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/proposals/{proposalId}/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run tests, or start a rehearsal. */
        post: operations["validate_proposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/proposals/{proposalId}/validation-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List validation runs with their steps. */
        get: operations["validation_runs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/receipts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List receipts, newest first. */
        get: operations["receipts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/receipts/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download all matching receipts as one file. */
        get: operations["export_receipts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/repairs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List checkpoints that agents did not reach, open ones first. */
        get: operations["repairs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/runtime/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the current session, if there is one. */
        get: operations["runtime_current"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List sessions, newest first. */
        get: operations["list_sessions"];
        put?: never;
        /** Create a session in state `armed`. */
        post: operations["create_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a settled session. */
        delete: operations["delete_session"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/sessions/{sessionId}/answer-questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answer open questions about the demonstration. */
        post: operations["answer_questions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/sessions/{sessionId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a session and discard what it captured. */
        post: operations["cancel_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/sessions/{sessionId}/checkpoint-receipts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the checkpoint receipts of a session. */
        get: operations["session_checkpoint_receipts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/sessions/{sessionId}/detail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a session with its boundaries, counts and proposal. */
        get: operations["session_detail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/sessions/{sessionId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Stream the events of a session; `Last-Event-ID` resumes. */
        get: operations["session_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/sessions/{sessionId}/generate-proposal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Draft a skill from the demonstration. */
        post: operations["generate_proposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/sessions/{sessionId}/mark-goal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark that a goal was reached. */
        post: operations["mark_goal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/sessions/{sessionId}/mark-step": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark that a step begins. */
        post: operations["mark_step"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/sessions/{sessionId}/observation-scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what is observed now. */
        get: operations["observation_scope"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/sessions/{sessionId}/observed-actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the observed actions of a session. */
        get: operations["observed_actions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/sessions/{sessionId}/observed-actions/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an observed action before a proposal exists. */
        delete: operations["delete_observed_action"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/sessions/{sessionId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pause capturing. */
        post: operations["pause_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/sessions/{sessionId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resume capturing. */
        post: operations["resume_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/sessions/{sessionId}/retain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Keep a session's observations until this is undone, or undo it. */
        post: operations["retain_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/sessions/{sessionId}/set-test-policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set what a rehearsal may touch. */
        post: operations["set_test_policy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/sessions/{sessionId}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start capturing. */
        post: operations["start_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/sessions/{sessionId}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop capturing and end the demonstration. */
        post: operations["stop_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/sessions/{sessionId}/trim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Move the start or the end of the demonstration. */
        post: operations["trim_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/repair/projections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rewrite every projected file from the database. */
        post: operations["repair_projections"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the settings and the folders that skills can be installed to. */
        get: operations["settings"];
        /** Replace the settings. */
        put: operations["update_settings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List skills and installed abilities; `since` limits the list to changes. */
        get: operations["list_skills"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel an operation on several skills before its next skill. */
        post: operations["cancel_skills"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check a skill text that is not saved. */
        post: operations["check_skill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the text of a skill that `GET /api/skills` lists. */
        get: operations["read_skill"];
        /** Replace the text of a skill, unless it changed since it was read. */
        put: operations["save_skill"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a file beside a SKILL.md. */
        get: operations["read_skill_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/fix": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Fix the form of skills without changing their meaning; without `apply` only preview it. */
        post: operations["fix_skills"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/import/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve an import and install it for the workspace. */
        post: operations["approve_skill_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/import/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Discard an import. */
        post: operations["discard_skill_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/import/fetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Fetch skills from an address. */
        post: operations["fetch_skill_bundle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/import/install-private": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Install an import privately or for the workspace. */
        post: operations["install_skill_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/import/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List imports, newest first. */
        get: operations["list_skill_imports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/import/pick": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Copy skills from folders that `GET /api/skills` lists. */
        post: operations["pick_skills"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/import/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reject an import. */
        post: operations["reject_skill_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/import/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Retry a scan, staging or installation that failed. */
        post: operations["retry_skill_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/import/scan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Scan a skill of an upload. */
        post: operations["scan_skill_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/import/stage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stage the bundle that would be installed. */
        post: operations["stage_skill_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/import/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Upload a zip archive with skills. */
        post: operations["upload_skill_bundle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/import/uploads/{tempArtifactRef}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an upload that is not in use. */
        delete: operations["delete_skill_upload"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/import/{importId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an import with its report. */
        get: operations["skill_import_detail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/import/{importId}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a file of an import. */
        get: operations["skill_import_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/import/{importId}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the files of an import. */
        get: operations["skill_import_files"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/packs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the packs of imports and abilities. */
        get: operations["skill_packs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/pin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pin skills, so that updates leave them unchanged. */
        post: operations["pin_skills"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Remove skills and abilities from agents' folders and keep copies; without `apply` only preview it. */
        post: operations["remove_skills"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List removed skills that can be restored. */
        get: operations["removed_skills"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore removed skills. */
        post: operations["restore_skills"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search skills whose text contains every word. */
        get: operations["search_skills"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/standing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read who installed a skill, where it is, and which skills it shadows. */
        get: operations["skill_standing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/switch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enable or disable skills by the agents' own switches. */
        post: operations["switch_skills"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/trigger-test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Test whether a request would find an import, an ability or a skill. */
        post: operations["trigger_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/unpin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Unpin skills. */
        post: operations["unpin_skills"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Update skills from their sources; without `apply` only preview it. */
        post: operations["update_skills"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a former version and the changes since. */
        get: operations["skill_version"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List former versions of a skill, newest first. */
        get: operations["skill_versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/terminals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Open a shell with the observation hook. */
        post: operations["open_terminal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/terminals/{terminalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Close a shell. */
        delete: operations["close_terminal"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/terminals/{terminalId}/input": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send input to a shell. */
        post: operations["terminal_input"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/terminals/{terminalId}/output": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Stream the output of a shell: `output` frames carry base64, `ended` is the last frame. */
        get: operations["terminal_output"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/terminals/{terminalId}/resize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change the screen size of a shell. */
        post: operations["resize_terminal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/updates/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check `update_feed` for a newer version; nothing is downloaded or installed. */
        post: operations["check_for_updates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description What `GET /api/abilities/changes` tells: that the skills that can be read are others now, or that an ability fares otherwise. Nothing of what changed. */
        AbilitiesChanged: {
            changed: boolean;
        };
        /** @description `POST /api/abilities/:id/activate` and `/deactivate`. */
        AbilityActivationResponse: {
            ability_id: components["schemas"]["AbilityId"];
            enabled: boolean;
            /**
             * @description The agents' folders that it belongs into.
             * @default []
             */
            places: components["schemas"]["AbilityPlace"][];
        };
        AbilityAvailabilityEntry: {
            ability_id: components["schemas"]["AbilityId"];
            aliases: string[];
            checkpoint_health?: components["schemas"]["CheckpointHealth"] | null;
            enabled: boolean;
            family: string;
            install_lane: components["schemas"]["InstallLane"];
            /** Format: date-time */
            last_validated_at?: string | null;
            negative_triggers: string[];
            preferred_control_surfaces: components["schemas"]["ControlSurface"][];
            primary_capability_id?: string | null;
            project_scopes: string[];
            reason_unusable?: string | null;
            /** Format: uint32 */
            schema_version: number;
            skill_slug?: string | null;
            source: components["schemas"]["AbilitySource"];
            support_pack_refs: string[];
            title: string;
            trigger_phrases: string[];
            usable_now: boolean;
        };
        AbilityAvailabilitySnapshot: {
            abilities: components["schemas"]["AbilityAvailabilityEntry"][];
            /** Format: uint32 */
            schema_version: number;
            /** Format: date-time */
            snapshot_as_of: string;
            /**
             * @description Whether the files that agents read lag behind what stands here: say "refreshing abilities" instead of showing this as
             *     settled (§0C.11B). Always false in the file itself.
             * @default false
             */
            stale: boolean;
        };
        /** @description `POST /api/abilities/:id/canary`: the installed files were read and checked; nothing was changed. */
        AbilityCanaryResponse: {
            ability_id: components["schemas"]["AbilityId"];
            /**
             * Format: uint32
             * @description Good canaries in a row; five of them heal a degraded ability and lift a quarantine that its failures brought.
             */
            good_canaries: number;
            health_status: components["schemas"]["CapabilityHealthStatus"];
            quarantined: boolean;
            /** Format: uint32 */
            schema_version: number;
            steps: components["schemas"]["ValidationStepResult"][];
            validation_run: components["schemas"]["ValidationRun"];
        };
        AbilityExplainMatchRequest: {
            ability_id: string;
            /** @default null */
            project_id?: string | null;
            user_query: string;
        };
        AbilityExplainMatchResponse: {
            ability_id: components["schemas"]["AbilityId"];
            match_reasons: string[];
            matched: boolean;
            rejection_reasons: string[];
            /** Format: double */
            score: number;
        };
        /** @description `GET /api/abilities/{abilityId}/health-history`: runs of an ability, oldest first, at most 200. */
        AbilityHealthHistoryResponse: {
            ability_id: components["schemas"]["AbilityId"];
            health: components["schemas"]["CheckpointHealth"] | null;
            runs: components["schemas"]["AbilityRun"][];
        };
        /** @description Name of an ability, stable over its revisions: `ability_<slug>`. At most 160 characters. */
        AbilityId: string;
        AbilityLookupQuery: {
            /** @default true */
            include_private_owned_by_user?: boolean;
            /**
             * @default [
             *       "approved_workspace",
             *       "shared_promoted"
             *     ]
             */
            install_lanes_allowed?: components["schemas"]["InstallLane"][];
            /** @default null */
            project_id?: string | null;
            /** @default null */
            room_id?: string | null;
            /**
             * Format: uint32
             * @default 1
             */
            schema_version?: number;
            user_query: string;
        };
        AbilityLookupResult: {
            /** Format: date-time */
            created_at: string;
            matches: components["schemas"]["AbilityMatch"][];
            /** Format: uint32 */
            schema_version: number;
        };
        AbilityMatch: {
            ability_id: components["schemas"]["AbilityId"];
            install_lane: components["schemas"]["InstallLane"];
            match_reasons: string[];
            reason_unusable?: string | null;
            /** Format: double */
            score: number;
            title: string;
            usable_now: boolean;
        };
        /** @description A folder of an agent that an ability was installed into. While the ability is quarantined or deactivated its copies are taken out. */
        AbilityPlace: {
            /** @description Whose folder it is. */
            label: string;
            /** @description What is in the way, while it waits. */
            note?: string | null;
            /** @description The skill's own folder, absolute. */
            path: string;
            standing: components["schemas"]["AbilityPlaceStanding"];
        };
        AbilityPlaceStanding: ("placed" | "taken_out") | "edited" | "waiting";
        /** @description `POST /api/abilities/:id/promote-shared`. */
        AbilityPromotionResponse: {
            ability_id: components["schemas"]["AbilityId"];
            install_lane: components["schemas"]["InstallLane"];
        };
        /** @description `POST /api/abilities/:id/quarantine` and `/unquarantine`. */
        AbilityQuarantineResponse: {
            ability_id: components["schemas"]["AbilityId"];
            /**
             * @description The agents' folders that it belongs into.
             * @default []
             */
            places: components["schemas"]["AbilityPlace"][];
            quarantined: boolean;
            /** @description Why it is; the reason of the first time when it already was. */
            reason?: string | null;
        };
        /** @description `DELETE /api/abilities/:id`. */
        AbilityRemovedResponse: {
            ability_id: components["schemas"]["AbilityId"];
            /** @description The agents' folders that it was taken out of. */
            places: components["schemas"]["AbilityPlace"][];
            /** @description For `POST /api/skills/restore`: brings it back. */
            undo: string;
        };
        /** @description `GET /api/abilities/:id/checkpoint-reports`: what agents told of an ability, for Checkpoint Progress (§0C.9B). */
        AbilityReportsResponse: {
            ability_id: components["schemas"]["AbilityId"];
            /** @description Of what is installed, without the observer's evidence. */
            checkpoints: components["schemas"]["Checkpoint"][];
            /** @description The newest 20, newest first. */
            dispatches: components["schemas"]["DispatchRecord"][];
            /** @description Of these dispatches, oldest first. */
            receipts: components["schemas"]["CheckpointVerificationReceipt"][];
            /** Format: uint32 */
            schema_version: number;
        };
        /** @description One dispatch or test, with the last word on each checkpoint. */
        AbilityRun: {
            /**
             * Format: date-time
             * @description Of its last word.
             */
            at: string;
            /** Format: uint32 */
            failed: number;
            /** @description After this run. */
            health: components["schemas"]["CheckpointHealth"];
            /** Format: uint32 */
            reached: number;
            run_id: string;
            /** Format: uint32 */
            skipped: number;
        };
        AbilitySkill: {
            ability_id: components["schemas"]["AbilityId"];
            /** @description What its configuration is kept under. */
            capability_id?: string | null;
            description: string;
            /** @description By path. */
            files: components["schemas"]["AbilitySkillFile"][];
            /** @description The fields of its SKILL.md beside `name` and `description`, as they are written. */
            front_matter: {
                [key: string]: unknown;
            };
            /** @description Name of the skill's folder. */
            slug: string;
            title: string;
        };
        /** @description One file of a skill. */
        AbilitySkillFile: {
            /** @description In the skill's folder, with `/` between its parts: `SKILL.md`. */
            path: string;
            /** @description Of its bytes: 64 lower-case hexadecimal digits. */
            sha256: string;
            /**
             * Format: uint64
             * @description In bytes.
             */
            size: number;
        };
        /** @description `GET /api/abilities/skill/file`. */
        AbilitySkillFileResponse: {
            /** @description The bytes of a file that is no text. */
            base64?: string | null;
            file: components["schemas"]["AbilitySkillFile"];
            /** @description Of a text. A file has either this or `base64`. */
            text?: string | null;
        };
        /** @description `GET /api/abilities/skill`. */
        AbilitySkillResponse: {
            /** @description New with every reading: names the use that begins now, for `verify_checkpoint` and `report_observation`. */
            dispatch_id: string;
            /** Format: uint32 */
            schema_version: number;
            skill: components["schemas"]["AbilitySkill"];
            /** @description The whole SKILL.md. It comes from a demonstration: instructions for this task, not from the person you work for. */
            skill_md: string;
        };
        /** @description `GET /api/abilities/skills`: the skills of abilities that can be used now, by ability. */
        AbilitySkillsResponse: {
            /** Format: uint32 */
            page: number;
            /** Format: uint32 */
            page_size: number;
            /** Format: uint32 */
            schema_version: number;
            skills: components["schemas"]["AbilitySkill"][];
            /** Format: uint32 */
            total: number;
        };
        /** @enum {string} */
        AbilitySource: "learned" | "imported" | "native" | "promoted";
        ActionDetails: {
            /** @constant */
            kind: "click";
            target: components["schemas"]["Control"];
        } | {
            input_type: string;
            /** @constant */
            kind: "fill";
            previous?: string | null;
            target: components["schemas"]["Control"];
            value: components["schemas"]["FieldValue"];
        } | {
            chosen: string[];
            /** @constant */
            kind: "choose";
            /** @default [] */
            offered: string[];
            target: components["schemas"]["Control"];
        } | {
            key: string;
            /** @constant */
            kind: "press";
            target?: components["schemas"]["Control"] | null;
        } | {
            cause: components["schemas"]["NavigationCause"];
            /** @constant */
            kind: "navigate";
            url: string;
        } | {
            file_names: string[];
            /** @constant */
            kind: "upload";
            target: components["schemas"]["Control"];
        } | {
            file_name: string;
            finished: boolean;
            /** @constant */
            kind: "download";
        } | {
            accepted: boolean;
            dialog: components["schemas"]["DialogKind"];
            /** @constant */
            kind: "dialog";
            message: string;
        } | components["schemas"]["CommandRun"];
        /** @enum {string} */
        ActorMode: "user_driven" | "agent_driven" | "mixed";
        /** @enum {string} */
        AdapterPhase: "phase_1" | "phase_2" | "phase_3";
        /** @description One agent that can be connected. */
        AgentConnection: {
            /** @description As in `apprentice agents list`. */
            agent_id: string;
            /** @description Absolute; the file that a change would be made in. */
            config_path?: string | null;
            label: string;
            note?: string | null;
            state: components["schemas"]["ConnectionState"];
        };
        /** @description What would be written, to be shown before it is. */
        AgentConnectionPreview: {
            agent_id: string;
            change: components["schemas"]["ConnectionChange"];
            config_path: string;
            creates_file: boolean;
            /** @description Unified diff, secrets masked; empty: nothing would change. */
            diff: string;
            /** @description Stands for exactly this change of exactly this file. */
            digest: string;
        };
        /** @description `GET /api/agents/connections`. */
        AgentConnectionsResponse: {
            /** @description Program and arguments that an agent starts; empty when the command-line program was not found. */
            command: string[];
            connections: components["schemas"]["AgentConnection"][];
        };
        /** @description A skill by the rules of one agent. */
        AgentStanding: {
            /** @description What the agent calls it, such as `plugin:skill`. */
            name: string;
            /** @description Why it is not simply loaded. */
            reason: string | null;
            verdict: components["schemas"]["AgentVerdict"];
        };
        AgentVerdict: "loaded" | "shadowed" | "refused" | "on_demand";
        AnswerItem: {
            answer_text: string;
            question_id: string;
        };
        /** @enum {string} */
        AnswerNextAction: "more_questions" | "generate_proposal" | "ready_for_review";
        AnswerQuestionsRequest: {
            answers: components["schemas"]["AnswerItem"][];
        };
        AnswerQuestionsResponse: {
            next_action: components["schemas"]["AnswerNextAction"];
            /** Format: uint32 */
            remaining_questions: number;
            session: components["schemas"]["LearnSession"];
        };
        ApiError: {
            code: components["schemas"]["ErrorCode"];
            /** Format: uuid */
            correlation_id: string;
            details?: unknown;
            message: string;
            retryable: boolean;
        };
        /** @description `{"error": {...}}`, everywhere. */
        ApiErrorEnvelope: {
            error: components["schemas"]["ApiError"];
        };
        /** @enum {string} */
        ApprovalScope: "approved_workspace" | "shared_promoted";
        ApproveProposalRequest: {
            /** @default null */
            approval_note?: string | null;
            /** @default approved_workspace */
            approval_scope?: components["schemas"]["ApprovalScope"];
            /** @default null */
            client_request_id?: string | null;
            /** @default [] */
            targets?: string[];
        };
        /** @description Ours: a skill in an artefact. */
        ArtifactSkill: {
            /** @description At most 1024 characters. */
            description: string;
            name: string;
            /** @description Folder in the artefact; "" when the artefact is the skill. What a scan wants as `skill_path`. */
            skill_path: string;
        };
        /** @description `POST /api/categories/:categoryId/assign`. */
        AssignCategoryRequest: {
            item_id: string;
            item_kind: components["schemas"]["CategoryItemKind"];
        };
        /** @description `POST /api/categories/:categoryId/items`: many at once, all of them or none (not of the text: for a choice of many rows). */
        AssignManyRequest: {
            /** @description Whether they are to be in it afterwards. */
            assigned: boolean;
            items: components["schemas"]["CategoryItemRef"][];
        };
        AssignManyResponse: {
            /**
             * Format: uint32
             * @description How many were not like that before.
             */
            changed: number;
        };
        AssignmentResponse: {
            assignment: components["schemas"]["CategoryAssignment"];
        };
        /** @enum {string} */
        BoundaryKind: "start" | "pause" | "resume" | "stop" | "cancel" | "trim_start" | "trim_end" | "mark_goal" | "mark_step";
        /** @enum {string} */
        BoundarySource: "user_click" | "hotkey" | "system_inferred" | "api_call";
        /** @description `<home>/system/capabilities/bridge_current.json`: all abilities in one compact file. */
        BridgeCurrent: {
            bridge_state: components["schemas"]["BridgeState"];
            /** @description By capability_id. */
            entries: components["schemas"]["BridgeEntry"][];
            /** Format: date-time */
            rebuilt_at: string;
            /** Format: uint32 */
            schema_version: number;
        };
        BridgeEntry: {
            action_verbs: string[];
            /** @description At most 20, each at most 80 characters. */
            aliases: string[];
            capability_id: string;
            dry_run_supported: boolean;
            family: string;
            health_reason_code?: string | null;
            health_status: components["schemas"]["HealthStatus"];
            /** @description Relative to `<home>`. */
            metadata_ref: string;
            origin_owner: components["schemas"]["OriginOwner"];
            requires_supervision: boolean;
            /**
             * Format: uint32
             * @description 1 to 5; learned abilities are 3.
             */
            route_tier: number;
            routing_eligible: boolean;
            /** Format: uint32 */
            schema_version: number;
            title: string;
            /** Format: date-time */
            updated_at: string;
        };
        BridgeState: "current" | "stale";
        /** @enum {string} */
        BuildPolicy: "ask_before_build" | "build_then_review" | "private_auto_install";
        /** @description `POST /api/skills/cancel`. */
        CancelSkillsRequest: {
            operation_id: string;
        };
        /** @description `GET /api/capabilities/health` and `<home>/system/capabilities/health_current.json`. */
        CapabilityHealthCurrent: {
            /** @description By capability_id. */
            capabilities: components["schemas"]["CapabilityHealthState"][];
            /** Format: uint32 */
            schema_version: number;
            /** Format: date-time */
            updated_at: string;
        };
        /** @description §1.1D. */
        CapabilityHealthState: {
            ability_id: components["schemas"]["AbilityId"];
            capability_id: string;
            /** Format: date-time */
            cooldown_until?: string | null;
            health_status: components["schemas"]["CapabilityHealthStatus"];
            installed_state: components["schemas"]["InstalledState"];
            /**
             * Format: date-time
             * @description When a run or a canary last passed.
             */
            last_verified_at?: string | null;
            /**
             * @description Each at most 80 characters: `checkpoint_failing:cp-02`, `failures`, `safety_critical`, `canary_failed`, `weak_checkpoints`,
             *     `no_data`, `quarantined_by_user`, `deactivated`.
             */
            reason_codes: string[];
            /** Format: uint32 */
            schema_version: number;
            session_availability: components["schemas"]["SessionAvailability"];
        };
        /** @description §1.1D. */
        CapabilityHealthStatus: "healthy" | "degraded" | "quarantined" | "disabled";
        /** @description What was reported of one capability since it was installed. */
        CapabilityStats: {
            /** Format: uint32 */
            abandoned: number;
            ability_id: components["schemas"]["AbilityId"];
            capability_id: string;
            /** Format: uint32 */
            checkpoints_failed: number;
            /** Format: uint32 */
            checkpoints_reached: number;
            /** Format: uint32 */
            checkpoints_skipped: number;
            /**
             * Format: uint32
             * @description Dispatches that told anything at all; reporting is voluntary.
             */
            dispatches: number;
            /** Format: uint32 */
            failed: number;
            /** Format: uint32 */
            frictions: number;
            /**
             * Format: date-time
             * @description When a dispatch last told anything.
             */
            last_used_at?: string | null;
            /** Format: uint32 */
            open_repairs: number;
            /** Format: uint32 */
            schema_version: number;
            /** Format: uint32 */
            succeeded: number;
        };
        /** @description `GET /api/capabilities/stats` and `<home>/system/capabilities/stats_current.json`. */
        CapabilityStatsCurrent: {
            /** @description By capability_id. */
            capabilities: components["schemas"]["CapabilityStats"][];
            /** Format: uint32 */
            schema_version: number;
            /** Format: date-time */
            updated_at: string;
        };
        /** @enum {string} */
        CaptureState: "idle" | "capturing" | "paused" | "stopped";
        /** @description `GET /api/categories`: all, by title. */
        CategoriesListResponse: {
            categories: components["schemas"]["Category"][];
            /** @description How many items each has; a category that has none is left out. */
            item_counts: {
                [key: string]: number;
            };
            /**
             * Format: uint32
             * @description How many there can be.
             */
            limit: number;
            /** Format: uint32 */
            total: number;
        };
        Category: {
            /** Format: uuid */
            category_id: string;
            /** @description `#RRGGBB`. */
            color: string;
            /** Format: date-time */
            created_at: string;
            /** Format: uint32 */
            schema_version: number;
            /** @description At most 80 characters; no other category has it, in whatever case. */
            title: string;
            /** Format: date-time */
            updated_at: string;
        };
        CategoryAssignment: {
            /** Format: date-time */
            assigned_at: string;
            /** Format: uuid */
            category_id: string;
            /** @description At most 160 characters. */
            item_id: string;
            item_kind: components["schemas"]["CategoryItemKind"];
        };
        CategoryAssignmentsResponse: {
            assignments: components["schemas"]["CategoryAssignment"][];
        };
        /** @enum {string} */
        CategoryItemKind: "task_template" | "automation" | "skill" | "bundle" | "connector" | "proposal" | "learned_ability";
        /** @description What can be in a category. */
        CategoryItemRef: {
            item_id: string;
            item_kind: components["schemas"]["CategoryItemKind"];
        };
        /** @description `GET /api/categories/:categoryId/items`: in the order of assigning. */
        CategoryItemsResponse: {
            items: components["schemas"]["CategoryAssignment"][];
            /** Format: uint32 */
            page: number;
            /** Format: uint32 */
            page_size: number;
            /** Format: uint32 */
            total: number;
        };
        CategoryResponse: {
            category: components["schemas"]["Category"];
        };
        /** @description `POST /api/agents/{agentId}/connection`: makes the change that was shown. */
        ChangeAgentConnectionRequest: {
            change: components["schemas"]["ConnectionChange"];
            /** @description Of the preview. `CONFLICT` when the file is another one by now. */
            digest: string;
        };
        /** @description `POST /api/skills/check`: what would be said of a text, before it is saved. */
        CheckSkillRequest: {
            /** @description Name of the skill's folder. */
            folder: string;
            text: string;
        };
        CheckSkillResponse: {
            /** @description By line. */
            findings: components["schemas"]["CheckedFinding"][];
            /** @description What mending makes of it, when it changes anything. */
            fixed: components["schemas"]["FixedSkill"] | null;
        };
        CheckedFinding: {
            code: string;
            /** @description Whether mending takes it away. */
            fixable: boolean;
            /**
             * Format: uint32
             * @description 1-based.
             */
            line: number | null;
            message: string;
            severity: components["schemas"]["FindingSeverity"];
            /**
             * @description What to do about it.
             * @default null
             */
            suggestion: string | null;
        };
        /** @description 3 to 12 of them make an ability. */
        Checkpoint: {
            /** @description `cp-01`, `cp-02` ... */
            checkpoint_id: string;
            /** @description Internal: how the observer can see for itself. `None` when only a person or an agent can tell. */
            evidence?: components["schemas"]["EvidencePredicate"] | null;
            /** @description What is true now, at most 240 characters: "The new customer is listed". */
            goal: string;
            optional: boolean;
            /** Format: uint32 */
            order_hint: number;
            /** @description How anybody can tell, in words, at most 400 characters. */
            success_condition: string;
        };
        /** @description A checkpoint as the person left it. Its evidence stays when `checkpoint_id` names an existing one. */
        CheckpointEdit: {
            checkpoint_id: string;
            goal: string;
            /** @default false */
            optional?: boolean;
            success_condition: string;
        };
        /** @enum {string} */
        CheckpointHealth: "strong" | "moderate" | "weak" | "no_data" | "quarantined";
        CheckpointReceiptsResponse: {
            /** Format: uint32 */
            page: number;
            /** Format: uint32 */
            page_size: number;
            receipts: components["schemas"]["CheckpointVerificationReceipt"][];
            /** Format: uint32 */
            schema_version: number;
            /** Format: uint32 */
            total: number;
        };
        /** @enum {string} */
        CheckpointStatus: "reached" | "skipped" | "failed";
        CheckpointVerificationReceipt: {
            ability_id?: components["schemas"]["AbilityId"] | null;
            agent?: string | null;
            checkpoint_id: string;
            /** Format: date-time */
            created_at: string;
            dispatch_id?: string | null;
            evidence: string;
            /** Format: uuid */
            learn_session_id?: string | null;
            reason?: string | null;
            /** Format: uuid */
            receipt_id: string;
            /** Format: uint32 */
            schema_version: number;
            source: components["schemas"]["ReceiptSource"];
            status: components["schemas"]["CheckpointStatus"];
            /** Format: uuid */
            validation_run_id?: string | null;
        };
        /** @description Another skill that a user or an agent could take for this one. */
        Collision: {
            kind: components["schemas"]["CollisionKind"];
            message: string;
            name: string;
            /** @description Folder of the other skill. */
            path: string;
        };
        CollisionKind: "same_name" | "similar_trigger";
        CommandRun: {
            /** @description As typed, secrets masked, at most 2,000 characters. */
            command_line: string;
            directory: string;
            /** Format: uint32 */
            duration_ms?: number | null;
            /**
             * Format: int32
             * @description `None` while it runs or when it was interrupted before the shell said so.
             */
            exit_code?: number | null;
            /**
             * @description Files created, changed or removed under `directory` while it ran; at most 50, paths relative to `directory`.
             * @default []
             */
            files: components["schemas"]["FileChange"][];
            /** @description First word, without its folder: `git`. */
            program: string;
            /** @description `bash`, `zsh`, `fish`. */
            shell: string;
            /** Format: uint32 */
            shell_pid: number;
        };
        /** @description An intent as it is kept. */
        ConfigurationIntent: {
            capability_id?: string | null;
            correlation_id: string;
            /** Format: date-time */
            created_at: string;
            intent_id: components["schemas"]["IntentId"];
            payload: {
                [key: string]: unknown;
            };
            requested_by: components["schemas"]["IntentSource"];
            /** Format: uint32 */
            schema_version: number;
            target: components["schemas"]["IntentTarget"];
        };
        ConfigurationIntentResponse: {
            /** @description The file that shows the result, relative to `<home>`. */
            config_path?: string | null;
            intent: components["schemas"]["ConfigurationIntent"];
            status: components["schemas"]["IntentStatus"];
        };
        /** @description `GET /api/config/intents`: newest first. */
        ConfigurationIntentsResponse: {
            intents: components["schemas"]["ConfigurationIntentResponse"][];
            /** Format: uint32 */
            page: number;
            /** Format: uint32 */
            page_size: number;
            /** Format: uint32 */
            total: number;
        };
        /** @enum {string} */
        ConnectionChange: "connect" | "disconnect";
        ConnectionState: ("absent" | "not_installed") | "connected" | "outdated" | "unreadable";
        /** @description A control as a person would name it. Never a selector. */
        Control: {
            /** @description Where it stands: the nearest named dialog, form, region, table row or heading. At most 160 characters. */
            context?: string | null;
            /** @description Accessible name, at most 160 characters. */
            name: string;
            /** @description ARIA role: `button`, `link`, `textbox`, `combobox`, `checkbox`, `tab`, `menuitem` ... */
            role: string;
        };
        /**
         * @description Union of both readings of the text's `ControlSurface`.
         * @enum {string}
         */
        ControlSurface: "native_browser" | "native_exec" | "bridge_tool" | "mcp_connector" | "mcp_server" | "app_api" | "wrapper_script" | "keyboard_shortcut" | "page_knowledge_ui" | "raw_ui";
        /** @description `POST /api/categories`. */
        CreateCategoryRequest: {
            /** @default null */
            client_request_id?: string | null;
            /** @default #6366F1 */
            color?: string;
            /**
             * Format: uint32
             * @default 1
             */
            schema_version?: number;
            title: string;
        };
        /** @description `POST /api/learn/sessions`. Unknown fields are refused by name. */
        CreateLearnSessionRequest: {
            /** @default false */
            allow_private_install?: boolean;
            /** @default false */
            ask_before_build?: boolean;
            /** @default build_then_review */
            build_policy?: components["schemas"]["BuildPolicy"];
            /** @default null */
            client_request_id?: string | null;
            entry_mode: components["schemas"]["LearningEntryMode"];
            /** @default guided */
            execution_mode?: components["schemas"]["LearnExecutionMode"];
            /**
             * @description What the user wants their agents to be able to do.
             * @default null
             */
            goal?: string | null;
            /** @default none */
            observation_mode?: components["schemas"]["ObservationMode"];
            /** @default null */
            project_id?: string | null;
            /** @default null */
            requested_safe_target_ref?: string | null;
            /**
             * @description Adapters that the caller insists on besides `watch` (an unavailable one answers `ADAPTER_UNAVAILABLE`).
             * @default []
             */
            require_adapters?: components["schemas"]["ObservationAdapterKind"][];
            /** @default null */
            room_id?: string | null;
            /**
             * @description Where the watched browser opens. `http`, `https` or `about:blank`; the word `practice` opens the bundled sample page.
             * @default null
             */
            start_url?: string | null;
            /** @default null */
            target_app_family?: string | null;
            /**
             * @description Site hosts (`wiki.example.org`, `127.0.0.1:8080`), program names (`git`) or absolute folders. Empty: all of what is watched.
             * @default []
             */
            target_app_whitelist?: string[];
            /** @default new_skill */
            target_kind?: components["schemas"]["LearnTargetKind"];
            /**
             * @description The ability to improve, with `improving_existing_skill`.
             * @default null
             */
            target_skill_id?: string | null;
            /**
             * @description What to watch; needed when `observation_mode` is `outside_agent` or `mixed`.
             * @default []
             */
            watch?: components["schemas"]["WatchSource"][];
        };
        CreateLearnSessionResponse: {
            next_action: components["schemas"]["CreateNextAction"];
            session: components["schemas"]["LearnSession"];
            ui_mode: components["schemas"]["UiMode"];
        };
        /** @enum {string} */
        CreateNextAction: "wait_for_first_meaningful_event" | "show_recent_run_picker" | "launch_exploration" | "show_skill_delta_editor" | "show_import_configurator";
        /** @description One export. There is one at a time; the last one is remembered. */
        DataExport: {
            /**
             * Format: uint64
             * @description Of the finished file.
             */
            bytes: number | null;
            /** @description What goes in now: a table, or a folder. */
            doing: string;
            /**
             * Format: uint64
             * @description Records and files that are in it already.
             */
            done: number;
            /** Format: uuid */
            export_id: string;
            /** @description Where the file stands, or will. Absent when it is to be fetched. */
            path: string | null;
            /** @description Why it failed, and what to do. */
            problem: string | null;
            /** Format: date-time */
            started_at: string;
            state: components["schemas"]["ExportState"];
            /**
             * Format: uint64
             * @description Records and files that will be in it.
             */
            total: number;
        };
        DataKind: "archives" | "database" | "projections" | "versions" | "imports" | "sandbox" | "other";
        DataUsage: {
            /** Format: uint64 */
            bytes: number;
            /** Format: uint64 */
            files: number;
            kind: components["schemas"]["DataKind"];
        };
        /** @description `GET /api/data/usage`. */
        DataUsageResponse: {
            /** @description The folder that holds all of it. */
            home: string;
            kinds: components["schemas"]["DataUsage"][];
            /** @description How long what is kept (§0C.16D). The specification fixes these times. */
            retention: components["schemas"]["RetentionRule"][];
            /** Format: uint64 */
            total_bytes: number;
        };
        /** @description `POST /api/data/delete`: everything that Apprentice keeps. */
        DeleteEverythingRequest: {
            /** @description The words `delete everything`. */
            confirm: string;
            /** @description Also the skills that Apprentice installed into agents' folders, where they are as it installed them. */
            installed_skills: boolean;
        };
        DeleteEverythingResponse: {
            /** @description Skills that stay in agents' folders. */
            kept_skills: components["schemas"]["KeptSkill"][];
            /** @description Files of the home that could not be removed. */
            left: string[];
            /** @description Folders of skills that were removed. */
            removed_skills: string[];
        };
        Deleted: {
            deleted: boolean;
        };
        Dependency: {
            kind: components["schemas"]["DependencyKind"];
            name: string;
            note?: string | null;
            state: components["schemas"]["DependencyState"];
        };
        /** @enum {string} */
        DependencyKind: "program" | "site" | "support_pack";
        DependencyState: ("present" | "missing") | "unchecked";
        /** @description How the desktop program behaves beside its window. */
        DesktopChoices: {
            /**
             * @description Tell by the system's notifications what happened while the window was not in front.
             * @default true
             */
            notifications: boolean;
            /** @default ask */
            on_close: components["schemas"]["OnClose"];
        };
        /** @description How the desktop program behaves beside its window. */
        DesktopChoicesInput: {
            /**
             * @description Tell by the system's notifications what happened while the window was not in front.
             * @default true
             */
            notifications?: boolean;
            /** @default ask */
            on_close?: components["schemas"]["OnClose"];
        };
        /** @enum {string} */
        DialogKind: "alert" | "confirm" | "prompt" | "before_unload";
        /** @enum {string} */
        DispatchOutcome: "succeeded" | "failed" | "abandoned";
        /** @description One use of an ability by an agent, as far as it was told. */
        DispatchRecord: {
            ability_id: components["schemas"]["AbilityId"];
            agent?: string | null;
            dispatch_id: string;
            /** Format: date-time */
            ended_at?: string | null;
            /** Format: date-time */
            last_seen: string;
            /** @description Absent while nobody said how it ended. */
            outcome?: components["schemas"]["DispatchOutcome"] | null;
            /** Format: uint32 */
            schema_version: number;
            /**
             * Format: date-time
             * @description When it was first heard of.
             */
            started_at: string;
            /** @description What was said with the outcome. */
            summary?: string | null;
        };
        DoctorCheck: {
            /** @description Such as `browser`, `terminal`, `database`, `targets`. */
            check_id: string;
            label: string;
            message: string;
            /** @description A command for the user to run. */
            remedy: string | null;
            status: components["schemas"]["DoctorStatus"];
        };
        /** @description `GET /api/doctor`: what works on this machine, what is missing, and the command that mends it. */
        DoctorResponse: {
            adapters: components["schemas"]["ObservationAdapterStatus"][];
            checks: components["schemas"]["DoctorCheck"][];
            home: string;
            version: string;
        };
        /** @enum {string} */
        DoctorStatus: "ok" | "warning" | "missing";
        /** @description Nothing to say but that it was done. */
        Done: {
            done: boolean;
        };
        /** @description Only what is given changes. */
        EditedFields: {
            /** @default null */
            checkpoints?: components["schemas"]["CheckpointEdit"][] | null;
            /** @default null */
            goal_summary?: string | null;
            /** @default null */
            negative_triggers?: string[] | null;
            /** @default null */
            non_use_conditions?: string[] | null;
            /** @default null */
            proposed_skill_slug?: string | null;
            /**
             * @description The whole file as the person wrote it. At most 64 KiB.
             * @default null
             */
            skill_md?: string | null;
            /** @default null */
            title?: string | null;
            /** @default null */
            trigger_phrases?: string[] | null;
            /** @default null */
            use_conditions?: string[] | null;
        };
        ElementChange: {
            element: components["schemas"]["PageElement"];
            from: string;
            /** @description `value`, `checked`, `selected`, `expanded`, `disabled`. */
            property: string;
            to: string;
        };
        ElementPattern: {
            name: string;
            /** @description ARIA role, or `*`. */
            role: string;
        };
        /** @description What a caller may branch on. */
        ErrorCode: ("LEARN_SESSION_ALREADY_ACTIVE" | "INVALID_LEARN_STATE_TRANSITION" | "LEARN_SESSION_NOT_FOUND" | "PROPOSAL_NOT_FOUND" | "ABILITY_NOT_FOUND" | "VALIDATION_IN_PROGRESS" | "INSUFFICIENT_TRACES" | "ADAPTER_UNAVAILABLE" | "INSTALL_LANE_DENIED" | "BRIDGE_REBUILD_FAILED" | "TEST_POLICY_VIOLATION" | "CHECKPOINT_LINT_FAILED" | "SESSION_TIMEOUT" | "CAPTURE_ALREADY_STOPPED" | "CATEGORY_LIMIT_REACHED" | "CATEGORY_NOT_FOUND" | "SKILL_IMPORT_NOT_FOUND" | "SKILL_IMPORT_FILE_TOO_LARGE" | "SKILL_IMPORT_UNSUPPORTED_MIME" | "SKILL_IMPORT_UNSUPPORTED_EXTENSION" | "SKILL_IMPORT_ARCHIVE_REQUIRED" | "NOT_FOUND" | "UNAUTHORIZED" | "FORBIDDEN" | "PAYLOAD_TOO_LARGE" | "INTERNAL") | "ABILITY_NOT_USABLE" | "INVALID_SKILL_IMPORT_TRANSITION" | "SKILL_IMPORT_UPLOAD_EXPIRED" | "SKILL_IMPORT_UPLOAD_IN_USE" | "SKILL_IMPORT_SKILL_PATH_REQUIRED" | "SKILL_IMPORT_FINDINGS_NOT_ACKNOWLEDGED" | "SKILL_IMPORT_FETCH_FAILED" | "INVALID_REQUEST" | "SKILL_ALREADY_EXISTS" | "TARGET_NOT_WRITABLE" | "GONE" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "CLIENT_REQUEST_ID_REUSED" | "DISK_FULL" | "DATABASE_TOO_NEW";
        /**
         * @description A closed set of things that can be observed. Text patterns are compared with whitespace collapsed and case ignored;
         *     `{{name}}` stands for the value that this run bound to the variable, `*` for anything.
         */
        EvidencePredicate: {
            /** @constant */
            kind: "all";
            of: components["schemas"]["EvidencePredicate"][];
        } | {
            /** @constant */
            kind: "any";
            of: components["schemas"]["EvidencePredicate"][];
        } | {
            holds: components["schemas"]["EvidencePredicate"];
            /** @constant */
            kind: "each";
            over: string[];
        } | {
            durable: boolean;
            /** @constant */
            kind: "page";
            /** @default [] */
            lacks: components["schemas"]["ElementPattern"][];
            /** @default [] */
            shows: components["schemas"]["ElementPattern"][];
            title?: string | null;
            url?: string | null;
        } | {
            /** @constant */
            kind: "field";
            name: string;
            role: string;
            value?: string | null;
        } | {
            /** @constant */
            kind: "used";
            name: string;
            role: string;
        } | {
            /** Format: int32 */
            exit_code: number;
            /** @constant */
            kind: "command";
            pattern: string;
        } | {
            change: components["schemas"]["FileChangeKind"];
            durable: boolean;
            /** @constant */
            kind: "file";
            path: string;
        } | {
            file_name: string;
            /** @constant */
            kind: "download";
        } | {
            control: string;
            /** @constant */
            kind: "upload";
        } | {
            accepted: boolean;
            /** @constant */
            kind: "dialog";
            message: string;
        };
        /** @description `POST /api/data/export`: everything as one zip file, without tokens and secrets. */
        ExportRequest: {
            /**
             * @description Absolute path of the file to write. Absent: it waits to be fetched (`GET /api/data/export/file`) until it is taken back, another export begins, or Apprentice ends.
             * @default null
             */
            path?: string | null;
            /**
             * @description Whether a file that stands there is replaced. Otherwise it is a `CONFLICT`.
             * @default false
             */
            replace?: boolean;
        };
        /** @description `GET` and `POST /api/data/export`. */
        ExportResponse: {
            /** @description Absent: nothing was exported since the engine started. */
            export: components["schemas"]["DataExport"] | null;
        };
        /** @enum {string} */
        ExportState: "running" | "done" | "failed" | "cancelled";
        FieldValue: {
            masked?: components["schemas"]["MaskReason"] | null;
            /** @description The committed text, at most 2,000 characters; [`crate::MASK`] when masked. */
            text: string;
        };
        FileChange: {
            change: components["schemas"]["FileChangeKind"];
            path: string;
            /**
             * Format: double
             * @description Bytes; absent for a removed file.
             */
            size?: number | null;
        };
        /** @enum {string} */
        FileChangeKind: "created" | "changed" | "removed";
        FindingKind: {
            code: string;
            severity: components["schemas"]["FindingSeverity"];
            /** @description What is the matter, in a few words. */
            title: string;
        };
        /** @enum {string} */
        FindingSeverity: "error" | "warning" | "info";
        /** @description `POST /api/learn/proposals/:id/rehearsal/finish`. */
        FinishRehearsalRequest: {
            /**
             * @description Give up without a verdict: the run ends `cancelled`.
             * @default false
             */
            cancel?: boolean;
        };
        FixedSkill: {
            /** @description Unified. */
            diff: string;
            /** @description What was done, in words. */
            done: string[];
            text: string;
        };
        FolderResponse: {
            /** @description Absolute, without links. */
            path: string;
        };
        FrictionKind: "checkpoint_skipped" | "reported" | "note";
        /** @description A line of `<home>/system/learning/friction.jsonl`. */
        FrictionRecord: {
            ability_id?: components["schemas"]["AbilityId"] | null;
            agent?: string | null;
            checkpoint_id?: string | null;
            /** Format: date-time */
            created_at: string;
            dispatch_id?: string | null;
            /** Format: uuid */
            friction_id: string;
            kind: components["schemas"]["FrictionKind"];
            /** Format: uuid */
            learn_session_id?: string | null;
            /**
             * Format: uuid
             * @description The checkpoint receipt that told it.
             */
            receipt_id?: string | null;
            /** Format: uint32 */
            schema_version: number;
            /** @description At most 400 characters. */
            summary: string;
        };
        /** @description Newest first. */
        FrictionResponse: {
            frictions: components["schemas"]["FrictionRecord"][];
            /** Format: uint32 */
            page: number;
            /** Format: uint32 */
            page_size: number;
            /** Format: uint32 */
            schema_version: number;
            /** Format: uint32 */
            total: number;
        };
        GenerateProposalResponse: {
            /** Format: uuid */
            proposal_id: string;
            session: components["schemas"]["LearnSession"];
        };
        /** @enum {string} */
        HealthStatus: "healthy" | "degraded" | "quarantined" | "disabled" | "unknown";
        HistoryItem: {
            ability_id?: components["schemas"]["AbilityId"] | null;
            /** Format: date-time */
            completed_at?: string | null;
            /** Format: date-time */
            created_at: string;
            entry_mode: components["schemas"]["LearningEntryMode"];
            /** Format: uuid */
            learn_session_id: string;
            outcome: components["schemas"]["HistoryOutcome"];
            /** Format: uuid */
            proposal_id?: string | null;
            state: components["schemas"]["LearnSessionState"];
            title?: string | null;
        };
        /** @enum {string} */
        HistoryOutcome: "approved" | "rejected" | "cancelled" | "in_progress" | "quarantined";
        /** @description Ours: a file of an import's skill. */
        ImportFile: {
            /** Format: uint64 */
            byte_size: number;
            executable: boolean;
            /** @description It, or a folder that it lies in, begins with a dot. */
            hidden: boolean;
            /** @description Relative to the skill, with `/`. */
            path: string;
        };
        /** @description `GET /api/skills/import/:importId/file?path=`. Ours. */
        ImportFileResponse: {
            /** Format: uint64 */
            byte_size: number;
            path: string;
            /** @description None where it is no text. */
            text?: string | null;
            /** @description `text` ends after 256 KiB. */
            truncated: boolean;
        };
        /** @description `GET /api/skills/import/:importId/files`. Ours. */
        ImportFilesResponse: {
            /** Format: uint64 */
            byte_size: number;
            files: components["schemas"]["ImportFile"][];
        };
        /**
         * Format: uuid
         * @description One skill on its way in.
         */
        ImportId: string;
        ImportSourceRefKind: ("temp_artifact" | "materialized_bundle" | "generated_bundle") | "legacy_path";
        ImportTargetScope: "private" | "workspace";
        ImportedSkillRecord: {
            /** @description Ours: the ability that it became. */
            ability_id?: components["schemas"]["AbilityId"] | null;
            /** @description Names the report that `GET /api/skills/import/:importId` answers. */
            compatibility_report_ref?: string | null;
            /** Format: date-time */
            created_at: string;
            import_id: components["schemas"]["ImportId"];
            /** @description Ours: the name that it is installed under. */
            install_as?: string | null;
            /** @description Why the last step failed; gone with the next that succeeds. */
            last_error_code?: string | null;
            /** @description Ours: the same in words. */
            last_error_message?: string | null;
            original_filename?: string | null;
            requires_adapter: boolean;
            /**
             * Format: uint32
             * @description Retries of every kind.
             */
            retry_count: number;
            /** Format: uint32 */
            schema_version: number;
            /** @description At most 80 characters. Before the scan: the name of the file. */
            skill_name: string;
            skill_pack?: string | null;
            /** @description Ours: folder of the skill in its artefact; "" when the artefact is the skill. None before the scan. */
            skill_path?: string | null;
            source: components["schemas"]["SkillImportSource"];
            /** @description At most 240 characters: the temporary artefact, or the staged bundle's folder under `<home>`. */
            source_ref: string;
            source_ref_kind: components["schemas"]["ImportSourceRefKind"];
            stage_state: components["schemas"]["SkillImportState"];
            /** Format: date-time */
            updated_at: string;
        };
        /** @enum {string} */
        InstallLane: "pending" | "experimental_private" | "approved_workspace" | "shared_promoted" | "quarantined";
        InstalledState: "present" | "missing";
        /**
         * Format: uuid
         * @description Given by the caller of a configuration intent; submitting the same one again does nothing.
         */
        IntentId: string;
        /** @enum {string} */
        IntentSource: "wrapper" | "ui" | "repair" | "promotion" | "skill_mining";
        IntentStatus: "applied" | "unchanged";
        IntentTarget: "skill_config" | "user_preference" | "support_pack_binding" | "connector_policy";
        KeptSkill: {
            path: string;
            reason: string;
        };
        /** @enum {string} */
        LearnExecutionMode: "strict" | "guided" | "adaptive";
        LearnHistoryResponse: {
            items: components["schemas"]["HistoryItem"][];
            /** @description How many sessions ended how, whatever `outcome` asks for; an outcome that none has is left out. */
            outcome_counts: {
                /** Format: uint32 */
                approved?: number;
                /** Format: uint32 */
                cancelled?: number;
                /** Format: uint32 */
                in_progress?: number;
                /** Format: uint32 */
                quarantined?: number;
                /** Format: uint32 */
                rejected?: number;
            };
            /** Format: uint32 */
            page: number;
            /** Format: uint32 */
            page_size: number;
            /** Format: uint32 */
            total: number;
        };
        /** @description How far an installation came that is not whole (§0C.28). */
        LearnPartialDeploymentState: {
            blocking: boolean;
            reason_code?: string | null;
            /** Format: uint32 */
            schema_version: number;
            state: components["schemas"]["PartialDeployment"];
            /** Format: date-time */
            updated_at: string;
        };
        LearnProposalsListResponse: {
            /** Format: uint32 */
            page: number;
            /** Format: uint32 */
            page_size: number;
            proposals: components["schemas"]["SkillBundleProposal"][];
            /** Format: uint32 */
            schema_version: number;
            /** Format: uint32 */
            total: number;
        };
        LearnReceiptsResponse: {
            /** Format: uint32 */
            page: number;
            /** Format: uint32 */
            page_size: number;
            receipts: components["schemas"]["LearningReceipt"][];
            /** Format: uint32 */
            total: number;
        };
        LearnSession: {
            ability_id?: components["schemas"]["AbilityId"] | null;
            /** @default [] */
            active_trace_ids: components["schemas"]["TraceId"][];
            actor_mode: components["schemas"]["ActorMode"];
            build_policy: components["schemas"]["BuildPolicy"];
            /** Format: date-time */
            created_at: string;
            entry_mode: components["schemas"]["LearningEntryMode"];
            execution_mode: components["schemas"]["LearnExecutionMode"];
            /** @description What the user wants their agents to be able to do, in their words. */
            goal?: string | null;
            /** Format: uuid */
            interpretation_id?: string | null;
            /** Format: uuid */
            learn_session_id: string;
            observation_mode: components["schemas"]["ObservationMode"];
            project_id?: string | null;
            /** Format: uuid */
            proposal_id?: string | null;
            /** @description Its raw observations are kept for longer than seven days (§0C.16D). */
            retain?: boolean;
            room_id?: string | null;
            /** Format: uint32 */
            schema_version: number;
            start_boundary_ref?: string | null;
            state: components["schemas"]["LearnSessionState"];
            stop_boundary_ref?: string | null;
            target_app_family?: string | null;
            /** @default [] */
            target_app_whitelist: string[];
            target_kind: components["schemas"]["LearnTargetKind"];
            target_skill_id?: string | null;
            test_policy_ref?: string | null;
            /** Format: date-time */
            updated_at: string;
            /** Format: uuid */
            validation_run_id?: string | null;
            /**
             * @description What is watched, as asked for at creation.
             * @default []
             */
            watch: components["schemas"]["WatchSource"][];
        };
        /** @description `GET /api/learn/sessions/:id/detail`. */
        LearnSessionDetailResponse: {
            boundaries: components["schemas"]["WorkflowBoundary"][];
            /** Format: uint32 */
            captured_event_count: number;
            interpretation?: components["schemas"]["SemanticWorkflowInterpretation"] | null;
            latest_receipts: components["schemas"]["LearningReceipt"][];
            observation_scope?: components["schemas"]["ObservationScopeRuntime"] | null;
            pending_ui_state?: components["schemas"]["PendingAbilityUiState"] | null;
            proposal?: components["schemas"]["SkillBundleProposal"] | null;
            /** @description The rehearsal that runs now or ran last. */
            rehearsal?: components["schemas"]["RehearsalStatus"] | null;
            session: components["schemas"]["LearnSession"];
            test_policy?: components["schemas"]["TestPolicy"] | null;
        };
        /** @description One streamed event. `id:` of the SSE frame is `seq`; `event:` is `event_kind`; `data:` is this. */
        LearnSessionEvent: {
            event_kind: string;
            payload: unknown;
            /**
             * Format: uint32
             * @description 1, 2, 3 ... within the session, without a gap, over restarts too.
             */
            seq: number;
            /** Format: uuid */
            session_id: string;
            /** Format: date-time */
            timestamp: string;
        };
        /** @enum {string} */
        LearnSessionState: "idle" | "armed" | "capturing" | "paused" | "stopped" | "reviewing" | "awaiting_questions" | "drafting_proposal" | "testing_proposal" | "ready_for_review" | "installing_private" | "installed_private" | "approved" | "rejected" | "cancelled" | "quarantined";
        LearnSessionsListResponse: {
            /** Format: uint32 */
            page: number;
            /** Format: uint32 */
            page_size: number;
            sessions: components["schemas"]["LearnSession"][];
            /** Format: uint32 */
            total: number;
        };
        /** @enum {string} */
        LearnTargetKind: "new_skill" | "existing_skill" | "imported_skill";
        /** @enum {string} */
        LearningEntryMode: "demonstrating_skill" | "coaching_agent" | "autonomous_agent_practice" | "improving_existing_skill" | "import_skill";
        LearningReceipt: {
            ability_id?: components["schemas"]["AbilityId"] | null;
            /** Format: uuid */
            correlation_id: string;
            /** Format: date-time */
            created_at: string;
            import_id?: components["schemas"]["ImportId"] | null;
            kind: components["schemas"]["ReceiptKind"];
            /** Format: uuid */
            learn_session_id?: string | null;
            /** Format: uuid */
            proposal_id?: string | null;
            reason?: string | null;
            /** Format: uuid */
            receipt_id: string;
            /** Format: uint32 */
            schema_version: number;
            /** @description At most 500 characters. */
            summary: string;
        };
        /** @description Stored at `<home>/system/learning/runtime/current.json` and answered by `GET /api/learn/runtime/current`. */
        LearningRuntimeSnapshot: {
            ability_id?: components["schemas"]["AbilityId"] | null;
            ability_usable_now?: boolean | null;
            active_boundary_ref?: string | null;
            build_policy: components["schemas"]["BuildPolicy"];
            entry_mode: components["schemas"]["LearningEntryMode"];
            install_lane?: components["schemas"]["InstallLane"] | null;
            /** Format: uuid */
            interpretation_id?: string | null;
            latest_receipt_ids: string[];
            /** Format: uuid */
            learn_session_id: string;
            observation_mode: components["schemas"]["ObservationMode"];
            observed_data_classes: string[];
            /** Format: uuid */
            proposal_id?: string | null;
            reason_unusable?: string | null;
            /** Format: uint32 */
            schema_version: number;
            /** Format: date-time */
            snapshot_as_of: string;
            state: components["schemas"]["LearnSessionState"];
            /** Format: uuid */
            validation_run_id?: string | null;
        };
        LintFinding: {
            /** @description The checkpoint, when one is at fault. */
            checkpoint_id?: string | null;
            /** @description `CKP-001` ... `CKP-009`, or a code of the strict skill profile. */
            code: string;
            /** @description The words at fault. */
            excerpt: string;
            /**
             * Format: uint32
             * @description Line of the SKILL.md, 1-based, when the fault stands there.
             */
            line?: number | null;
            message: string;
            severity: components["schemas"]["LintSeverity"];
            /** @description What to write instead. */
            suggestion: string;
        };
        /** @description The result of linting checkpoints and skill text (CKP-001..009; decisions "Checkpoint lint"). */
        LintReport: {
            findings: components["schemas"]["LintFinding"][];
        };
        /** @enum {string} */
        LintSeverity: "error" | "warning";
        /** @description `POST /api/learn/proposals/:id/rehearsal/mark`: the person tells what the observer cannot see. */
        MarkCheckpointRequest: {
            checkpoint_id: string;
            evidence: string;
            /** @default null */
            reason?: string | null;
            status: components["schemas"]["CheckpointStatus"];
        };
        MarkGoalRequest: {
            /**
             * Format: uuid
             * @default null
             */
            at_event_id?: string | null;
            goal_description: string;
        };
        MarkStepRequest: {
            /**
             * Format: uuid
             * @default null
             */
            at_event_id?: string | null;
            /** @default action */
            step_kind_hint?: components["schemas"]["StepKindHint"];
            step_label: string;
        };
        /** @description Why a value is not kept. */
        MaskReason: ("password" | "one_time_code" | "card_number" | "token" | "private_key") | "secret_label";
        NavigationCause: ("link" | "form_submit" | "reload" | "back_forward" | "script") | "typed";
        /** @enum {string} */
        ObservationAdapterKind: "browser_dom" | "browser_snapshot" | "accessibility_ui" | "keyboard_shortcut" | "text_entry" | "mouse_click" | "clipboard" | "file_dialog" | "process_launch" | "terminal_command" | "midi" | "mcp_receipt" | "wrapper_receipt";
        ObservationAdapterStatus: {
            adapter_id: string;
            enabled: boolean;
            healthy: boolean;
            kind: components["schemas"]["ObservationAdapterKind"];
            /** @description Such as `BROWSER_MISSING`, `NO_SHELL_WITH_HOOK`, `NOT_BUILT`. */
            last_error_code?: string | null;
            /** Format: date-time */
            last_seen_at?: string | null;
            /** @description One sentence for people: what is wrong and what to do, or what was found (program and version). */
            note?: string | null;
            phase: components["schemas"]["AdapterPhase"];
            /** Format: uint32 */
            schema_version: number;
        };
        /** @description What a new demonstration begins with. */
        ObservationDefaults: {
            /**
             * @description Sites, programs and folders outside of which nothing is recorded. Empty: all of what is watched.
             * @default []
             */
            only_in: string[];
            /**
             * Format: uint16
             * @description A demonstration that nobody stops is paused after so many minutes; at the latest after four hours (§0C.16D).
             * @default 240
             */
            pause_after_minutes: number;
            /**
             * @default [
             *       "browser",
             *       "terminal"
             *     ]
             */
            watch: components["schemas"]["WatchSource"][];
        };
        /** @description What a new demonstration begins with. */
        ObservationDefaultsInput: {
            /**
             * @description Sites, programs and folders outside of which nothing is recorded. Empty: all of what is watched.
             * @default []
             */
            only_in?: string[];
            /**
             * Format: uint16
             * @description A demonstration that nobody stops is paused after so many minutes; at the latest after four hours (§0C.16D).
             * @default 240
             */
            pause_after_minutes?: number;
            /**
             * @default [
             *       "browser",
             *       "terminal"
             *     ]
             */
            watch?: components["schemas"]["WatchSource"][];
        };
        ObservationKind: "friction" | "note" | "outcome";
        /**
         * @description Whose actions are observed.
         * @enum {string}
         */
        ObservationMode: "none" | "inside_agent" | "outside_agent" | "mixed";
        /** @description `POST /api/bridge/report-observation`. `outcome` needs `outcome`, `ability_id` and `dispatch_id`. */
        ObservationReport: {
            /** @default null */
            ability_id?: string | null;
            /** @default null */
            agent?: string | null;
            /** @default null */
            client_request_id?: string | null;
            /** @default null */
            dispatch_id?: string | null;
            kind: components["schemas"]["ObservationKind"];
            /** @default null */
            outcome?: components["schemas"]["DispatchOutcome"] | null;
            /**
             * Format: uint32
             * @default 1
             */
            schema_version?: number;
            /** @description In words. Secrets in it are masked before it is stored. */
            summary: string;
        };
        /** @description What the report became. */
        ObservationReportResponse: {
            /** @description Of `outcome`. */
            dispatch?: components["schemas"]["DispatchRecord"] | null;
            /** @description Of `friction` and `note`. */
            record?: components["schemas"]["FrictionRecord"] | null;
            /** Format: uint32 */
            schema_version: number;
        };
        /** @enum {string} */
        ObservationScopeKind: "inside_agent" | "outside_agent" | "mixed" | "none";
        /** @description What is being observed, in full (§0C.8 plus the fields that decisions add). */
        ObservationScopeRuntime: {
            adapters: components["schemas"]["ObservationAdapterStatus"][];
            adapters_active: string[];
            capture_state: components["schemas"]["CaptureState"];
            data_classes_observed: string[];
            /**
             * Format: uint32
             * @description Events that were seen and are lost, because the database could not be written for a minute (a full disk).
             */
            events_lost?: number | null;
            /** Format: uuid */
            learn_session_id: string;
            /** Format: uint32 */
            masked_values: number;
            /** Format: uint32 */
            off_target_events_dropped: number;
            /** @description Data class to redaction mode, such as `field_value` to `mask_secrets`. */
            redaction_modes: {
                [key: string]: string;
            };
            /** Format: uint32 */
            schema_version: number;
            scope: components["schemas"]["ObservationScopeKind"];
            /** @description Shells that carry the hook and were heard from in this session. */
            shells: components["schemas"]["WatchedShell"][];
            /** Format: date-time */
            started_at?: string | null;
            /** Format: date-time */
            stopped_at?: string | null;
            target_app_whitelist: string[];
        };
        /** @description One meaningful action (§0C.22), with its details and what it changed. Secrets are masked before this exists. */
        ObservedAction: {
            /** @description One past-tense sentence, at most 240 characters: `Filled “Title” with “Week 47”`. */
            action_label: string;
            adapter_kind: components["schemas"]["ObservationAdapterKind"];
            after_state_ref?: string | null;
            /** @description Site host for the browser (`wiki.example.org`), program name for the terminal (`git`). */
            app_family?: string | null;
            before_state_ref?: string | null;
            caused_state_change: boolean;
            change?: components["schemas"]["StateChange"] | null;
            control_surface?: components["schemas"]["ControlSurface"] | null;
            /**
             * Format: date-time
             * @description When the action happened.
             */
            created_at: string;
            details: components["schemas"]["ActionDetails"];
            /** Format: uuid */
            event_id: string;
            /** Format: uuid */
            learn_session_id: string;
            /**
             * Format: uint32
             * @description How many values were masked in this action.
             */
            masked: number;
            redaction_mode: components["schemas"]["RedactionMode"];
            /** Format: uint32 */
            schema_version: number;
            /**
             * Format: uint32
             * @description 1, 2, 3 ... within the session.
             */
            seq: number;
            trace_id: components["schemas"]["TraceId"];
            window_title?: string | null;
        };
        /** @description `GET /api/learn/sessions/:id/observed-actions`: the timeline, for review before a proposal (§0C.22, rule 7). */
        ObservedActionsResponse: {
            actions: components["schemas"]["ObservedAction"][];
            /** Format: uint32 */
            total: number;
        };
        /** @description What closing the window does. */
        OnClose: "ask" | "background" | "quit";
        /** @description `POST /api/terminals`: opens a shell in the terminal panel, hooked from its first prompt. */
        OpenTerminalRequest: {
            /** Format: uint16 */
            columns: number;
            /**
             * @description Absolute; the user's home folder when absent.
             * @default null
             */
            directory?: string | null;
            /** Format: uint16 */
            rows: number;
        };
        OpenTerminalResponse: {
            shell: string;
            /** Format: uuid */
            terminal_id: string;
        };
        /**
         * @description Which subsystem answers for an entry. The words are those of the schema.
         * @enum {string}
         */
        OriginOwner: "doc3" | "provisional_scanner";
        /** @enum {string} */
        OverallResult: "passed" | "failed" | "partial" | "cancelled";
        /** @description A named node of the accessibility tree. */
        PageElement: {
            context?: string | null;
            /** @description At most 160 characters. */
            name: string;
            /** @description ARIA role; `text` for static text. */
            role: string;
        };
        PageIdentity: {
            title: string;
            /** @description Origin and path; query names kept, values of secret parameters masked; no fragment unless it routes (`#/...`). */
            url: string;
        };
        /** @enum {string} */
        PartialDeployment: "none" | "availability_pending" | "catalog_pending" | "bridge_pending" | "receipt_pending" | "degraded";
        /**
         * @description Labels: Capturing, Awaiting input, Drafting, Testing, Ready for review, Private active, Revision required.
         * @enum {string}
         */
        PendingAbilityUiState: "capturing" | "awaiting_input" | "drafting" | "testing" | "ready_for_review" | "private_active" | "revision_required";
        Portability: {
            grade: components["schemas"]["PortabilityGrade"];
            /** @description Why it is not `direct`, each a sentence. */
            reasons: string[];
        };
        /** @description How far a skill can travel; the later, the less. */
        PortabilityGrade: "non_portable" | "direct" | "adapter_required" | "local_only";
        /** @description `POST /api/agents/{agentId}/connection/preview`. */
        PreviewAgentConnectionRequest: {
            change: components["schemas"]["ConnectionChange"];
        };
        /** @enum {string} */
        ProjectScope: "global" | "project_scoped" | "unclear";
        /** @description `GET /api/learn/proposals/:id/detail`. */
        ProposalDetailResponse: {
            checkpoint_lint_report?: components["schemas"]["LintReport"] | null;
            checkpoints: components["schemas"]["Checkpoint"][];
            /** @description What it needs besides the agent, as the latest dependency check found it; empty before the first. */
            dependencies: components["schemas"]["Dependency"][];
            /** @description What is installed now under this ability, for the diff. */
            installed_skill_md?: string | null;
            interpretation?: components["schemas"]["SemanticWorkflowInterpretation"] | null;
            portability: components["schemas"]["Portability"];
            proposal: components["schemas"]["SkillBundleProposal"];
            questions: components["schemas"]["QuestionView"][];
            /** @description The whole file, front matter included. */
            skill_md: string;
            /** @description Whether a person edited `skill_md`; such text is kept over a new draft until they revise it. */
            skill_md_edited: boolean;
            /** @description Where an installation would write, and what stands in the way. */
            targets: components["schemas"]["TargetPreview"][];
            /**
             * Format: uint32
             * @description Approximate tokens of `skill_md` (characters / 4); at most 2,000.
             */
            token_estimate: number;
            validation: components["schemas"]["SkillValidationReport"];
            variables: components["schemas"]["Variable"][];
        };
        ProposalInstallRequest: {
            /** @default null */
            client_request_id?: string | null;
            install_lane: components["schemas"]["RequestedLane"];
            /**
             * @description An absolute folder instead of targets (the command line's `--into`).
             * @default null
             */
            into?: string | null;
            /**
             * @description Target ids; empty means every enabled target.
             * @default []
             */
            targets?: string[];
        };
        ProposalInstallResponse: {
            ability_id: components["schemas"]["AbilityId"];
            /** @description Absolute paths of the files written into targets. */
            files: string[];
            proposal: components["schemas"]["SkillBundleProposal"];
            /** Format: uuid */
            saga_id: string;
        };
        /** @description `POST .../revise`. With `edited_fields` the change is made at once; with instructions alone the draft is compiled anew and waits. */
        ProposalReviseRequest: {
            /**
             * @default {
             *       "checkpoints": null,
             *       "goal_summary": null,
             *       "negative_triggers": null,
             *       "non_use_conditions": null,
             *       "proposed_skill_slug": null,
             *       "skill_md": null,
             *       "title": null,
             *       "trigger_phrases": null,
             *       "use_conditions": null
             *     }
             */
            edited_fields?: components["schemas"]["EditedFields"];
            /** @default  */
            revision_instructions?: string;
        };
        /** @enum {string} */
        ProposalState: "draft" | "awaiting_questions" | "testing" | "ready_for_review" | "installing_private" | "installed_private" | "approved" | "rejected" | "cancelled" | "quarantined";
        /** @description `POST /api/abilities/:id/quarantine`. */
        QuarantineRequest: {
            /** @default null */
            client_request_id?: string | null;
            /** @description Shown wherever the ability is; what looks like a secret in it is masked. */
            reason: string;
        };
        /** @enum {string} */
        QuestionField: "name" | "goal_summary" | "use_conditions" | "non_use_conditions" | "project_scope" | "preferred_surface" | "package_assignment" | "success_condition";
        QuestionView: {
            answer_text?: string | null;
            answered: boolean;
            assumed?: string | null;
            choices: string[];
            field: components["schemas"]["QuestionField"];
            /** Format: uuid */
            question_id: string;
            question_text: string;
            required: boolean;
        };
        ReceiptKind: ("session_created" | "observation_armed" | "observation_stopped" | "proposal_created" | "clarification_requested" | "clarification_answered" | "validation_started" | "validation_finished" | "install_requested" | "install_completed" | "bridge_rebuild_completed" | "ability_availability_updated" | "ability_activated" | "ability_deactivated" | "ability_quarantined" | "session_cancelled" | "session_timeout" | "capture_timeout" | "migration_backfill" | "import_uploaded" | "import_upload_deleted" | "import_scanned" | "import_scan_failed" | "import_staged" | "import_stage_failed" | "import_install_requested" | "import_installed" | "import_install_failed" | "import_approved" | "import_rejected" | "import_discarded" | "import_expired" | "trigger_tested") | "configuration_changed";
        ReceiptSource: ("agent" | "user") | "observer";
        /** @description The JSON form of an export, newest first. */
        ReceiptsExport: {
            receipts: components["schemas"]["LearningReceipt"][];
        };
        /** @enum {string} */
        RedactionMode: "none" | "mask_text" | "hash_only";
        RehearsalSafeTarget: {
            ref: string;
            target_kind: components["schemas"]["SafeTargetKind"];
        };
        /** @description Checkpoint Progress (§0C.9B) of a rehearsal. */
        RehearsalStatus: {
            /** @description Values that this run bound, redacted. */
            bindings: {
                [key: string]: string;
            };
            checkpoints: components["schemas"]["Checkpoint"][];
            /** Format: uuid */
            learn_session_id?: string | null;
            /** Format: uint32 */
            observed_action_count: number;
            overall_result: components["schemas"]["OverallResult"];
            /** Format: uuid */
            proposal_id: string;
            /** @description The latest receipt of each checkpoint that has one; several when sources disagree. */
            receipts: components["schemas"]["CheckpointVerificationReceipt"][];
            running: boolean;
            /** Format: date-time */
            started_at: string;
            /** Format: uuid */
            validation_run_id: string;
        };
        RejectProposalRequest: {
            /** @default null */
            client_request_id?: string | null;
            reason: string;
        };
        RemovedSkill: {
            /** Format: uint64 */
            bytes: number;
            /**
             * Format: date-time
             * @description Then the copy is forgotten; earlier when all copies together are more than 1 GiB and this is the oldest.
             */
            kept_until: string;
            name: string;
            /** @description The folder that it stood in, and comes back to. */
            path: string;
            /** Format: date-time */
            removed_at: string;
            /** @description For `restore`. */
            undo: string;
        };
        /** @description `GET /api/skills/removed`: what can be brought back, the newest first. */
        RemovedSkillsResponse: {
            removed: components["schemas"]["RemovedSkill"][];
        };
        /** @description A line of `<home>/system/learning/repair_candidates.jsonl`: a checkpoint that agents did not reach. One is open per checkpoint. */
        RepairRecord: {
            ability_id?: components["schemas"]["AbilityId"] | null;
            checkpoint_id: string;
            /** @description Of the last failure; at most 1,000 characters. */
            evidence: string;
            /**
             * Format: uint32
             * @description Reports of a failure.
             */
            failures: number;
            /** Format: date-time */
            first_failed_at: string;
            /** Format: date-time */
            last_failed_at: string;
            /**
             * Format: uuid
             * @description Where no ability was named.
             */
            learn_session_id?: string | null;
            /** @description Runs that reached the checkpoint since it last failed. */
            reached_since: string[];
            /** @description Of the last failure; at most 400 characters. */
            reason: string;
            /** @description The newest ten that told a failure, oldest first. */
            receipt_ids: string[];
            /** Format: uuid */
            repair_id: string;
            /** Format: date-time */
            resolved_at?: string | null;
            resolved_by?: components["schemas"]["RepairedBy"] | null;
            safety_critical: boolean;
            /** Format: uint32 */
            schema_version: number;
            state: components["schemas"]["RepairState"];
        };
        /** @description `POST /api/repair/projections`. */
        RepairResponse: {
            /** Format: uint32 */
            files_written: number;
        };
        /** @enum {string} */
        RepairState: "open" | "resolved";
        RepairedBy: "new_revision" | "reached";
        /** @description Open ones first, each group newest first. */
        RepairsResponse: {
            /** Format: uint32 */
            page: number;
            /** Format: uint32 */
            page_size: number;
            repairs: components["schemas"]["RepairRecord"][];
            /** Format: uint32 */
            schema_version: number;
            /** Format: uint32 */
            total: number;
        };
        /** @description Ours: an imported ability whose place a newer import takes. */
        ReplacedImport: {
            ability_id: components["schemas"]["AbilityId"];
            /** @description A free name, to install it beside. */
            free_name: string;
            /**
             * Format: date-time
             * @description When the version that is there was installed.
             */
            imported_at: string;
            title: string;
        };
        /** @enum {string} */
        RequestedLane: "experimental_private" | "approved_workspace";
        /** @description `POST /api/skills/restore`. */
        RestoreSkillsRequest: {
            /**
             * @description Named by the caller: `skills.progress` events tell it, and it can be cancelled by it.
             * @default null
             */
            operation_id?: string | null;
            /** @description `undo` of what was removed. */
            undo: string[];
        };
        /** @description `POST /api/learn/sessions/:id/retain` (§0C.16D). */
        RetainSessionRequest: {
            /** @description `true` keeps the raw observations until this is taken back or the session is deleted. */
            retain: boolean;
        };
        RetentionRule: {
            /**
             * Format: uint32
             * @description Absent: kept until it is deleted.
             */
            after_hours: number | null;
            outcome: string;
            what: string;
        };
        /** @enum {string} */
        RunKind: "lint" | "trigger" | "dry_run" | "canary" | "adapter_check" | "dependency_check" | "rehearsal";
        /** @description `GET /api/learn/runtime/current`: `current` is null before the first session. */
        RuntimeCurrentResponse: {
            current: components["schemas"]["LearningRuntimeSnapshot"] | null;
        };
        /** @enum {string} */
        SafeTargetKind: "temp_folder" | "blank_document" | "copied_document" | "blank_project" | "safe_email_recipient" | "managed_browser_profile" | "test_sharepoint_site";
        /** @description `PUT /api/skills/content`. */
        SaveSkillRequest: {
            /** @description `digest` of the content that was edited; another one there now is `CONFLICT`. */
            base_digest: string;
            /** @description Absolute folder of a skill that a list named. */
            path: string;
            /** @description At most 256,000 bytes. */
            text: string;
        };
        /** @description What the compiler reads out of a demonstration; a [`SemanticWorkflowInterpretation`] without its identity. */
        SemanticWorkflowInterpretation: {
            /** Format: date-time */
            created_at: string;
            /** @description At most 600 characters. */
            goal_summary: string;
            /** Format: uuid */
            interpretation_id: string;
            /** Format: uuid */
            learn_session_id: string;
            non_use_conditions: string[];
            /** @description Each at most 80 characters. */
            preferred_control_surfaces: string[];
            project_scope: components["schemas"]["ProjectScope"];
            /** Format: uuid */
            proposal_id?: string | null;
            /** Format: uint32 */
            schema_version: number;
            success_conditions: string[];
            /** @description At most 160 characters. */
            title: string;
            /** @description Each at most 240 characters; so are the other lists. */
            use_conditions: string[];
            user_confirmed: boolean;
        };
        SessionActionResponse: {
            session: components["schemas"]["LearnSession"];
        };
        /** @enum {string} */
        SessionAvailability: "supported" | "degraded" | "unsupported" | "unknown";
        SetTestPolicyRequest: {
            test_policy: components["schemas"]["TestPolicyInput"];
        };
        /** @description `GET` and `PUT /api/settings`. The one place of choices that outlive a window. */
        Settings: {
            /**
             * @description Optional name of the user's agent, for labels. Empty: generic words.
             * @default null
             */
            agent_display_name: string | null;
            /**
             * @description Further skills folders of the user's own, absolute.
             * @default []
             */
            custom_target_paths: string[];
            /**
             * @default {
             *       "notifications": true,
             *       "on_close": "ask"
             *     }
             */
            desktop: components["schemas"]["DesktopChoices"];
            /**
             * @description Targets that abilities are projected to.
             * @default []
             */
            enabled_targets: string[];
            /** @default false */
            first_run_done: boolean;
            /**
             * @default {
             *       "only_in": [],
             *       "pause_after_minutes": 240,
             *       "watch": [
             *         "browser",
             *         "terminal"
             *       ]
             *     }
             */
            observation: components["schemas"]["ObservationDefaults"];
            /**
             * @description Filters of the Skills page under names.
             * @default []
             */
            skill_views: components["schemas"]["SkillView"][];
            /** @default system */
            theme: components["schemas"]["Theme"];
            /**
             * @description Where newer versions of Apprentice are announced: an `https://` address (`http://` only on this machine) that answers a static
             *     JSON file of the Tauri updater, of which `version`, `notes` and `pub_date` are read. Absent: nobody is asked.
             * @default null
             */
            update_feed: string | null;
        };
        /** @description `GET` and `PUT /api/settings`. The one place of choices that outlive a window. */
        SettingsInput: {
            /**
             * @description Optional name of the user's agent, for labels. Empty: generic words.
             * @default null
             */
            agent_display_name?: string | null;
            /**
             * @description Further skills folders of the user's own, absolute.
             * @default []
             */
            custom_target_paths?: string[];
            /**
             * @default {
             *       "notifications": true,
             *       "on_close": "ask"
             *     }
             */
            desktop?: components["schemas"]["DesktopChoicesInput"];
            /**
             * @description Targets that abilities are projected to.
             * @default []
             */
            enabled_targets?: string[];
            /** @default false */
            first_run_done?: boolean;
            /**
             * @default {
             *       "only_in": [],
             *       "pause_after_minutes": 240,
             *       "watch": [
             *         "browser",
             *         "terminal"
             *       ]
             *     }
             */
            observation?: components["schemas"]["ObservationDefaultsInput"];
            /**
             * @description Filters of the Skills page under names.
             * @default []
             */
            skill_views?: components["schemas"]["SkillView"][];
            /** @default system */
            theme?: components["schemas"]["Theme"];
            /**
             * @description Where newer versions of Apprentice are announced: an `https://` address (`http://` only on this machine) that answers a static
             *     JSON file of the Tauri updater, of which `version`, `notes` and `pub_date` are read. Absent: nobody is asked.
             * @default null
             */
            update_feed?: string | null;
        };
        SettingsResponse: {
            settings: components["schemas"]["Settings"];
            targets: components["schemas"]["SkillTarget"][];
        };
        SkillBundleProposal: {
            ability_id?: components["schemas"]["AbilityId"] | null;
            /** Format: date-time */
            created_at: string;
            draft_graph_ref?: string | null;
            draft_manifest_path: string;
            /** @description Relative to `<home>`. */
            draft_skill_path: string;
            install_lane: components["schemas"]["InstallLane"];
            /** Format: uuid */
            interpretation_id?: string | null;
            /** Format: uuid */
            learn_session_id?: string | null;
            negative_triggers: string[];
            primary_capability_id?: string | null;
            /** Format: uuid */
            proposal_id: string;
            proposal_state: components["schemas"]["ProposalState"];
            /** @description The skill's folder name: `[a-z0-9]+(-[a-z0-9]+)*`, at most 64 characters. */
            proposed_skill_slug: string;
            /**
             * Format: uint32
             * @description 1, 2, 3 ...: grows with every change of the draft.
             */
            revision: number;
            /** Format: uint32 */
            schema_version: number;
            /** @description At least one. */
            source_trace_ids: components["schemas"]["TraceId"][];
            /**
             * Format: uuid
             * @description The proposal that took its place in the ability; this one can only be read.
             */
            superseded_by?: string | null;
            support_pack_refs: string[];
            /** @description At most 160 characters. */
            title: string;
            /** @description Each at most 120 characters. */
            trigger_phrases: string[];
            /** Format: date-time */
            updated_at: string;
        };
        SkillCompatibilityFinding: {
            /** @description At most 120 characters, stable. */
            code: string;
            /** @description Ours: the line, shortened; secrets are blacked out and invisible characters named. */
            excerpt?: string | null;
            /**
             * Format: uint32
             * @description Ours: 1-based line in that file.
             */
            line?: number | null;
            /** @description At most 1000 characters. */
            message: string;
            /**
             * @description Ours: a grave finding about what the skill does. Installing needs its code in `acknowledged_findings`.
             * @default false
             */
            needs_acknowledgement: boolean;
            /** @description File in the skill; at most 240 characters. */
            path_hint?: string | null;
            severity: components["schemas"]["FindingSeverity"];
        };
        SkillCompatibilityReport: {
            /**
             * Format: uint64
             * @description Ours: of all files.
             * @default 0
             */
            byte_size: number;
            /** @description A bundle can be made of it that every agent reads. */
            compatible: boolean;
            /**
             * @description Ours: at most 1024 characters.
             * @default
             */
            description: string;
            /**
             * Format: uint32
             * @description Ours.
             * @default 0
             */
            file_count: number;
            /** @description At most 500, the gravest first. */
            findings: components["schemas"]["SkillCompatibilityFinding"][];
            /**
             * @description Ours: the name that the installed skill would have; empty where the skill could not be read.
             * @default
             */
            install_name: string;
            /** @description Ours: what was imported as `install_name` before, and goes when this is installed. */
            replaces?: components["schemas"]["ReplacedImport"] | null;
            /** @description It names tools, agents or configuration that are not here. */
            requires_adapter: boolean;
            rule_version: string;
            /** Format: uint32 */
            schema_version: number;
            /** @description Ours: a free name, where `install_name` is taken by what it cannot take the place of. */
            suggested_name?: string | null;
            suggested_pack_id?: string | null;
            /**
             * @description Ours: what people would say to get it.
             * @default []
             */
            trigger_phrases: string[];
        };
        /** @description One file of a skill, for reading. */
        SkillContentResponse: {
            /** @description Raw SKILL.md. */
            content: string;
            /**
             * @description SHA-256 of `content`, hexadecimal; what saving wants to know.
             * @default
             */
            digest: string;
            /** @description Other files, relative, at most 500. */
            files: string[];
            skill: components["schemas"]["SkillSummary"];
        };
        SkillFileResponse: {
            /** Format: uint64 */
            bytes: number;
            /** @description Whether the text is only its beginning. */
            cut: boolean;
            executable: boolean;
            file: string;
            /** @description None: it is no text. */
            text: string | null;
        };
        SkillFinding: {
            code: string;
            /**
             * Format: uint32
             * @description 1-based.
             */
            line: number | null;
            message: string;
            severity: components["schemas"]["FindingSeverity"];
            /**
             * @description What to do about it.
             * @default null
             */
            suggestion: string | null;
        };
        /** @enum {string} */
        SkillFormat: "skill_md" | "legacy";
        /**
         * @description A move that a caller may ask for, by the route of its name; the retries go through `POST /api/skills/import/retry`.
         * @enum {string}
         */
        SkillImportAction: "scan" | "retry_scan" | "stage" | "retry_stage" | "install_private" | "approve" | "retry_install" | "reject" | "discard";
        /** @description Installs for the workspace in one go. A failure leaves the import in `ready_for_review`. */
        SkillImportApproveRequest: {
            /**
             * @description Ours: codes of grave findings that the person has read.
             * @default []
             */
            acknowledged_findings?: string[];
            /** @default null */
            approval_note?: string | null;
            /** @default null */
            client_request_id?: string | null;
            import_id: components["schemas"]["ImportId"];
            /**
             * Format: uint32
             * @default 1
             */
            schema_version?: number;
            /**
             * @description Ours: target ids; empty means every enabled target.
             * @default []
             */
            targets?: string[];
        };
        /** @description Deleting what is gone already answers `deleted: false`. */
        SkillImportDeleteUploadResponse: {
            deleted: boolean;
            /** Format: uint32 */
            schema_version: number;
            temp_artifact_ref: string;
        };
        SkillImportDetailResponse: {
            /** @description Ours: codes that approve and install-private want in `acknowledged_findings`. */
            acknowledgements_needed: string[];
            /** @description Ours: what can be done now. */
            actions: components["schemas"]["SkillImportAction"][];
            compatibility_report?: components["schemas"]["SkillCompatibilityReport"] | null;
            import_record: components["schemas"]["ImportedSkillRecord"];
            partial_deployment?: components["schemas"]["LearnPartialDeploymentState"] | null;
            /** Format: uuid */
            proposal_id?: string | null;
            /** Format: uint32 */
            schema_version: number;
            /** @description Ours: what else the artefact holds. */
            skills: components["schemas"]["ArtifactSkill"][];
            /** @description Ours, in `ready_for_review`: where an installation would write, and what stands in the way. */
            targets: components["schemas"]["TargetPreview"][];
            /** @description Ours: the artefact, as long as there is one. */
            temp_artifact?: components["schemas"]["TempArtifactRef"] | null;
            /** @description Words of [`warning`]. */
            warnings: string[];
        };
        SkillImportDiscardRequest: {
            /** @default null */
            client_request_id?: string | null;
            import_id: components["schemas"]["ImportId"];
            /** @default null */
            reason?: string | null;
            /**
             * Format: uint32
             * @default 1
             */
            schema_version?: number;
        };
        /** @description `POST /api/skills/import/fetch`. Ours: brings a skill from elsewhere, instead of an upload. */
        SkillImportFetchRequest: {
            /** @description `owner/repo[/path][@skill|#ref]`, a git address, or the https address of an archive or a SKILL.md. No path of this machine. */
            address: string;
            /** @default null */
            client_request_id?: string | null;
            /** @default null */
            notes?: string | null;
            /** @default null */
            requested_pack_id?: string | null;
            /**
             * Format: uint32
             * @default 1
             */
            schema_version?: number;
            /** @default manual_upload */
            source?: components["schemas"]["SkillImportSource"];
        };
        SkillImportInstallPrivateRequest: {
            /**
             * @description Ours: codes of grave findings that the person has read.
             * @default []
             */
            acknowledged_findings?: string[];
            /** @default null */
            client_request_id?: string | null;
            import_id: components["schemas"]["ImportId"];
            /**
             * Format: uint32
             * @default 1
             */
            schema_version?: number;
            /** @default private */
            target_scope?: components["schemas"]["ImportTargetScope"];
            /**
             * @description Ours: target ids; empty means every enabled target.
             * @default []
             */
            targets?: string[];
        };
        SkillImportListResponse: {
            /** @description The newest first. */
            items: components["schemas"]["ImportedSkillRecord"][];
            /** Format: uint32 */
            page: number;
            /** Format: uint32 */
            page_size: number;
            /** Format: uint32 */
            schema_version: number;
            /** Format: uint32 */
            total: number;
            /** @description Ours: import id to its warnings, for those on this page that have any. */
            warnings: {
                [key: string]: string[];
            };
        };
        /** @description `POST /api/skills/import/pick`. Ours: copies skills that `GET /api/skills` names. */
        SkillImportPickRequest: {
            /** @default null */
            client_request_id?: string | null;
            /** @default null */
            notes?: string | null;
            /** @description Absolute folders as the list names them (`path`). */
            paths: string[];
            /** @default null */
            requested_pack_id?: string | null;
            /**
             * Format: uint32
             * @default 1
             */
            schema_version?: number;
            /** @default manual_upload */
            source?: components["schemas"]["SkillImportSource"];
        };
        SkillImportRejectRequest: {
            /** @default null */
            client_request_id?: string | null;
            import_id: components["schemas"]["ImportId"];
            reason: string;
            /**
             * Format: uint32
             * @default 1
             */
            schema_version?: number;
        };
        /** @enum {string} */
        SkillImportRetryKind: "scan" | "stage" | "install";
        /** @description Does again what failed, with what it was asked with. */
        SkillImportRetryRequest: {
            /**
             * @description Ours: for `install`, codes of findings that came up since it was asked for and that the person has read.
             * @default []
             */
            acknowledged_findings?: string[];
            /** @default null */
            client_request_id?: string | null;
            import_id: components["schemas"]["ImportId"];
            retry_kind: components["schemas"]["SkillImportRetryKind"];
            /**
             * Format: uint32
             * @default 1
             */
            schema_version?: number;
        };
        SkillImportScanRequest: {
            /** @default null */
            client_request_id?: string | null;
            /**
             * Format: uint32
             * @default 1
             */
            schema_version?: number;
            /**
             * @description Ours: which skill of the artefact; needed where it holds several.
             * @default null
             */
            skill_path?: string | null;
            source: components["schemas"]["SkillImportSource"];
            /**
             * @description Deprecated name of `temp_artifact_ref`.
             * @default null
             */
            staged_upload_ref?: string | null;
            /** @default null */
            temp_artifact_ref?: string | null;
        };
        /** @description Also when the scan failed: `stage_state` is `scan_failed` then, and the findings say why. */
        SkillImportScanResponse: {
            compatibility_report: components["schemas"]["SkillCompatibilityReport"];
            import_record: components["schemas"]["ImportedSkillRecord"];
            /** Format: uuid */
            receipt_id?: string | null;
            /** Format: uint32 */
            schema_version: number;
        };
        SkillImportSource: ("manual_upload" | "anthropic_bundle" | "openclaw_bundle") | "agent_generated";
        SkillImportStageRequest: {
            /** @default null */
            client_request_id?: string | null;
            import_id: components["schemas"]["ImportId"];
            /**
             * @description Ours: the name to install it under: lowercase letters, digits and single hyphens.
             * @default null
             */
            install_as?: string | null;
            /** @default null */
            requested_pack_id?: string | null;
            /**
             * Format: uint32
             * @default 1
             */
            schema_version?: number;
            /** @default null */
            stage_notes?: string | null;
        };
        /** @description Also when staging failed: `stage_state` is `stage_failed` then, and there is no bundle. */
        SkillImportStageResponse: {
            import_record: components["schemas"]["ImportedSkillRecord"];
            materialized_bundle_ref?: string | null;
            /** Format: uuid */
            receipt_id?: string | null;
            /** Format: uint32 */
            schema_version: number;
        };
        /** @enum {string} */
        SkillImportState: "upload_pending" | "uploaded" | "scanning" | "scan_failed" | "scan_complete" | "staging" | "stage_failed" | "ready_for_review" | "install_queued" | "install_failed" | "installed_private" | "approved" | "rejected" | "discarded" | "expired";
        /** @description What approve, reject, install-private, discard and retry answer. */
        SkillImportTerminalActionResponse: {
            import_record: components["schemas"]["ImportedSkillRecord"];
            /** Format: uuid */
            receipt_id?: string | null;
            /** Format: uuid */
            saga_id?: string | null;
            /** Format: uint32 */
            schema_version: number;
        };
        /** @description The part `metadata` of an upload. */
        SkillImportUploadMetadata: {
            /** @default null */
            client_request_id?: string | null;
            /** @default null */
            notes?: string | null;
            /** @default null */
            requested_pack_id?: string | null;
            /**
             * Format: uint32
             * @default 1
             */
            schema_version?: number;
            /** @default manual_upload */
            source?: components["schemas"]["SkillImportSource"];
        };
        /** @description `POST /api/skills/import/uploads`, `.../fetch` and `.../pick`. */
        SkillImportUploadResponse: {
            accepted: boolean;
            /**
             * @description Ours: the import that waits for its scan, in the state `uploaded`. The first scan of the artefact goes on with it; a scan of
             *     another skill of the same artefact makes an import of its own.
             */
            import_id: components["schemas"]["ImportId"];
            /** Format: uint32 */
            schema_version: number;
            /** @description Ours: what the artefact holds, at most 500. Empty: no skill, or it could not be opened; the scan says why. */
            skills: components["schemas"]["ArtifactSkill"][];
            temp_artifact: components["schemas"]["TempArtifactRef"];
        };
        SkillPackMetadata: {
            active_build_surface: boolean;
            compatibility_target?: string | null;
            description?: string | null;
            /** @description At most 64 characters. */
            pack_id: string;
            /** Format: uint32 */
            schema_version: number;
            title: string;
        };
        /** @description `GET /api/skills/packs`: those that an import or an installed skill belongs to. */
        SkillPacksListResponse: {
            packs: components["schemas"]["SkillPackMetadata"][];
            /** Format: uint32 */
            schema_version: number;
        };
        /** @description A folder or link by which agents come to a skill. */
        SkillPlace: {
            agents: string[];
            /**
             * @description `folder`, `link`; `missing` or `occupied` for a link that should be there. Of an ability that is off: `taken_out`, `edited` for a
             *     copy that was left because somebody edited it, or `waiting` for one that could not be taken out or put back yet.
             */
            kind: string;
            /** @description What is in the way of one that waits. */
            note?: string | null;
            path: string;
        };
        SkillResult: {
            /**
             * @description Such as `PINNED`, `EDITED`, `NOT_TRACKED`, `UP_TO_DATE`, when it was not; `EDITS_NOT_BACK` where it was, save for copies that
             *     somebody had edited.
             */
            code: string | null;
            /** @description Of SKILL.md, unified; empty where nothing changes. */
            diff: string;
            /** @description What was found in a new version. */
            findings: components["schemas"]["SkillFinding"][];
            /** @description What was or would be done, or why it cannot. */
            message: string;
            name: string;
            /** @description Whether it was done, or, in a preview, can be done. */
            ok: boolean;
            path: string;
            /** @description For `restore`: brings back what was removed. */
            undo: string | null;
        };
        SkillRoot: {
            /** Format: uint32 */
            found: number;
            path: string;
            scope: components["schemas"]["SkillScope"];
        };
        /** @description One skill or ability. What is false, empty or none is left out. */
        SkillRow: {
            ability_id?: components["schemas"]["AbilityId"] | null;
            /**
             * Format: uint32
             * @description Index in `agent_sets`.
             */
            agents: number;
            categories?: string[];
            /** @description Its first 240 characters. */
            description: string;
            /** @description Indices in `finding_kinds`, one for each finding. */
            findings?: number[];
            /** @description Of the checkpoints of an ability. */
            health?: components["schemas"]["CheckpointHealth"] | null;
            /** @description What categories call it: the ability's id, or the first 32 hexadecimal digits of the SHA-256 of its absolute folder. */
            item_id: string;
            /** @description `skill` or `learned_ability`. */
            kind: components["schemas"]["CategoryItemKind"];
            lane?: components["schemas"]["InstallLane"] | null;
            /**
             * Format: double
             * @description Seconds since the epoch.
             */
            modified_at: number;
            name: string;
            /** @description Absolute folder. None: the files of the ability are gone. */
            path?: string | null;
            pinned?: boolean;
            /** @description Why it cannot be used, when it cannot. */
            reason?: string | null;
            /** @description Another skill of this name comes first. */
            shadowed?: boolean;
            source: components["schemas"]["SkillSource"];
            state: components["schemas"]["SkillState"];
        };
        /** @enum {string} */
        SkillScope: "project" | "user" | "system";
        SkillSearchHit: {
            /** @description At most 160 characters around it; empty after the first 500 hits. */
            excerpt: string;
            /**
             * Format: uint32
             * @description 1-based line of the first word.
             */
            line: number;
            /** @description Absolute folder. */
            path: string;
        };
        /** @description `GET /api/skills/search`: looks into the text of every skill. */
        SkillSearchResponse: {
            hits: components["schemas"]["SkillSearchHit"][];
            /**
             * Format: uint32
             * @description How many texts were read.
             */
            searched: number;
        };
        /** @description `GET /api/skills`. */
        SkillShelfResponse: {
            /** @description Labels of the agents that read a skill; a row names one of these lists. */
            agent_sets: string[][];
            /** @description For `since`. */
            as_of: string;
            /** @description The kinds of findings that rows name. */
            finding_kinds: components["schemas"]["FindingKind"][];
            /** @description `item_id`s. */
            gone: string[];
            /**
             * @description Why this may be older than the folders, or slower than usual, where it is.
             * @default null
             */
            note: string | null;
            roots: components["schemas"]["SkillRoot"][];
            skills: components["schemas"]["SkillRow"][];
            skipped: components["schemas"]["SkippedSkill"][];
            /** @description Whether `skills` is all there is. Else only what came or changed since, and `gone` what went. */
            whole: boolean;
        };
        /** @description The filters of §0B.9 that tell where a skill is from. */
        SkillSource: "native" | "imported" | "learned" | "bundle";
        /** @description `GET /api/skills/standing`: all that is known of one skill besides its text. */
        SkillStandingResponse: {
            /** @description Files that were changed, came or went since it was installed. */
            changed: string[];
            commit: string | null;
            /** Format: date-time */
            installed_at: string | null;
            /** @description Who installed it: `apprentice`, `skills`, `openskills`, `clawhub`; none: nobody wrote it down. */
            installer: string | null;
            /** @description Why its text cannot be edited here; none: it can. */
            locked: string | null;
            path: string;
            pinned: boolean;
            /** @description Why it stays as it is. */
            pinned_reason: string | null;
            places: components["schemas"]["SkillPlace"][];
            /** @description Folder of the skill that comes before it. */
            shadowed_by: string | null;
            /** @description Folders of skills of this name that it comes before. */
            shadows: string[];
            /** @description Where it was installed from. */
            source: string | null;
            /** @description `clean`, `edited`, `untracked`, `unknown`, `learned`. */
            state: string;
            /** @description Agents that have a switch for one skill, and how it stands. */
            switches: components["schemas"]["SkillSwitch"][];
            /** Format: date-time */
            updated_at: string | null;
        };
        SkillState: ("active" | "disabled" | "quarantined") | "missing";
        SkillSummary: {
            /** @description Set when Apprentice installed it. */
            ability_id: string | null;
            /** @description Labels of the agents that read this root. */
            agents: string[];
            description: string;
            /** @description `SKILL.md` or the file that was read. */
            file: string;
            findings: components["schemas"]["SkillFinding"][];
            /**
             * @description What the agent that was asked about makes of it; none in a list of all.
             * @default null
             */
            for_agent: components["schemas"]["AgentStanding"] | null;
            format: components["schemas"]["SkillFormat"];
            /**
             * @description What categories call it: the first 32 hexadecimal digits of the SHA-256 of `path`.
             * @default
             */
            item_id: string;
            /**
             * Format: double
             * @description Seconds since the epoch of the file's last change.
             */
            modified_at: number;
            name: string;
            /** @description Absolute folder. */
            path: string;
            /** @description Absolute folder that was searched. */
            root: string;
            scope: components["schemas"]["SkillScope"];
            /** @description Path of the winner when another skill of this name comes first. */
            shadowed_by: string | null;
        };
        /** @description An agent's own setting that takes one skill out of use. */
        SkillSwitch: {
            agent: string;
            /** @description The file that holds it. */
            config_path: string;
            enabled: boolean;
        };
        /** @description A skills folder of an agent on this machine. */
        SkillTarget: {
            /** @description Whether the agent seems to be installed (its program or its folder was found). */
            detected: boolean;
            /** @description Whether the user switched it on. */
            enabled: boolean;
            /** @description Such as `Claude Code`. */
            label: string;
            /** @description Why it cannot be written, when it cannot. */
            note: string | null;
            /** @description Absolute. */
            path: string;
            /** @description Such as `claude-code`, `codex`, `sandbox`. */
            target_id: string;
            writable: boolean;
        };
        /** @description `POST /api/skills/trigger-test`: whether these words would find it. Give `import_id`, `ability_id` or `item_id`. */
        SkillTriggerTestRequest: {
            /** @default null */
            ability_id?: string | null;
            /**
             * @description What else was said; it counts with the words.
             * @default null
             */
            context_excerpt?: string | null;
            /** @default null */
            import_id?: components["schemas"]["ImportId"] | null;
            /**
             * @description Any row of the Skills page.
             * @default null
             */
            item_id?: string | null;
            /** @default null */
            project_id?: string | null;
            /**
             * Format: uint32
             * @default 1
             */
            schema_version?: number;
            trigger_text: string;
        };
        SkillTriggerTestResponse: {
            candidate_ability_id?: components["schemas"]["AbilityId"] | null;
            candidate_import_id?: components["schemas"]["ImportId"] | null;
            /** @description The `item_id` that was asked for. */
            candidate_item_id?: string | null;
            matched: boolean;
            reasons: string[];
            /** Format: uuid */
            receipt_id?: string | null;
            rejection_reasons: string[];
            /** Format: uint32 */
            schema_version: number;
            /**
             * Format: double
             * @description 0 to 1: of an ability or an import as a look-up scores it (§0C.11C); of another skill how much of what the words ask for its
             *     name and description have.
             */
            score?: number | null;
        };
        /** @description Step results of the latest run of each kind, the lint report, the collision report (decisions). */
        SkillValidationReport: {
            collisions: components["schemas"]["Collision"][];
            latest_runs: components["schemas"]["ValidationRun"][];
            lint: components["schemas"]["LintReport"];
            steps: components["schemas"]["ValidationStepResult"][];
        };
        SkillVersion: {
            /**
             * Format: date-time
             * @description When it was replaced; for an installed revision, when it was installed.
             */
            at: string;
            /** Format: uint64 */
            bytes: number;
            /** @description What replaced it: `save`, `fix`, `update`, `remove`, `restore`; `installed` for a revision of an ability. */
            cause: string;
            version_id: string;
        };
        SkillVersionResponse: {
            /** @description From it to what stands there now, unified. */
            diff: string;
            text: string;
            version: components["schemas"]["SkillVersion"];
        };
        /** @description `GET /api/skills/versions`, newest first. */
        SkillVersionsResponse: {
            versions: components["schemas"]["SkillVersion"][];
        };
        /** @description A filter of the Skills page under a name (`Settings.skill_views`). */
        SkillView: {
            /** @description As the address of the page has it. */
            filter: string;
            name: string;
        };
        /** @description What acts on several skills. Each has its own answer. */
        SkillsRequest: {
            /**
             * @description In spite of what the scan found.
             * @default false
             */
            accept_risk?: boolean;
            /**
             * @description False: only shows what would be done.
             * @default false
             */
            apply?: boolean;
            /**
             * @description Over edits, of which a copy is kept.
             * @default false
             */
            force?: boolean;
            /**
             * @description Named by the caller: `skills.progress` events tell it, and it can be cancelled by it.
             * @default null
             */
            operation_id?: string | null;
            /** @description Absolute folders of skills that a list named; for removing also ids of abilities. */
            paths: string[];
            /**
             * @description Why, for pinning.
             * @default null
             */
            reason?: string | null;
        };
        SkillsResponse: {
            /** @description It was cancelled before all were done; those that were not say `CANCELLED`. */
            cancelled: boolean;
            /** @description One for each path, in the order asked. */
            results: components["schemas"]["SkillResult"][];
        };
        SkippedSkill: {
            code: string;
            message: string;
            path: string;
        };
        StartSessionResponse: {
            adapters_armed: string[];
            observation_active: boolean;
            session: components["schemas"]["LearnSession"];
        };
        /**
         * @description `POST .../validate`: runs the named kinds at once (`lint`, `trigger`, `dependency_check`, `dry_run`; empty: all four),
         *     or `rehearsal` alone, which begins to watch and ends with [`FinishRehearsalRequest`].
         */
        StartValidationRunRequest: {
            /** @default null */
            client_request_id?: string | null;
            /** @default null */
            run_label?: string | null;
            /** @default [] */
            selected_tests?: components["schemas"]["RunKind"][];
            /**
             * @description Where the watched browser opens for a rehearsal.
             * @default null
             */
            start_url?: string | null;
        };
        /** @description The semantic difference between the page before an action and after it settled. */
        StateChange: {
            after: components["schemas"]["PageIdentity"];
            /** @description At most 60 each; the most meaningful first (alerts, dialogs, headings, rows, cells, links, then text). */
            appeared: components["schemas"]["PageElement"][];
            before: components["schemas"]["PageIdentity"];
            changed: components["schemas"]["ElementChange"][];
            vanished: components["schemas"]["PageElement"][];
        };
        /** @enum {string} */
        StepKindHint: "action" | "guard" | "verification" | "decision" | "other";
        /** @enum {string} */
        StepResult: "passed" | "failed" | "skipped";
        /** @enum {string} */
        StopNextAction: "review_captured" | "generate_proposal" | "cancel";
        StopSessionResponse: {
            /** Format: uint32 */
            captured_event_count: number;
            captured_trace_ids: components["schemas"]["TraceId"][];
            next_action: components["schemas"]["StopNextAction"];
            session: components["schemas"]["LearnSession"];
        };
        /** @description `POST /api/config/intents`. */
        SubmitIntentRequest: {
            /**
             * @description Needed by `skill_config` and `support_pack_binding`; left out of `user_preference`.
             * @default null
             */
            capability_id?: string | null;
            /**
             * @description Ties it to what it belongs to; a fresh one when left out.
             * @default null
             */
            correlation_id?: string | null;
            /**
             * Format: date-time
             * @description When it was made; the time of its arrival when left out.
             * @default null
             */
            created_at?: string | null;
            /** @description The same id with the same content is answered as the first time; with other content it is `CLIENT_REQUEST_ID_REUSED`. */
            intent_id: components["schemas"]["IntentId"];
            /** @description At most 16 KiB, 6 levels, and nothing that looks like a secret. */
            payload: {
                [key: string]: unknown;
            };
            requested_by: components["schemas"]["IntentSource"];
            /**
             * Format: uint32
             * @default 1
             */
            schema_version?: number;
            target: components["schemas"]["IntentTarget"];
        };
        /** @description `POST /api/skills/switch`: an agent's own setting for one skill. */
        SwitchSkillsRequest: {
            enabled: boolean;
            paths: string[];
        };
        TargetPreview: {
            enabled: boolean;
            label: string;
            note?: string | null;
            occupied: boolean;
            /** @description Absolute folder that the skill would occupy. */
            path: string;
            target_id: string;
            writable: boolean;
        };
        /** @enum {string} */
        TempArtifactKind: "skill_bundle_zip" | "skill_bundle_dir" | "generated_bundle";
        /** @description An upload that waits. */
        TempArtifactRef: {
            artifact_kind: components["schemas"]["TempArtifactKind"];
            /** Format: uint64 */
            byte_size: number;
            /** @description Of the file as it came; of a folder, over its sorted `path:sha256` lines. */
            content_hash_sha256: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            original_filename?: string | null;
            /** Format: uint32 */
            schema_version: number;
            temp_artifact_ref: string;
        };
        TerminalInputRequest: {
            /** @description What the keyboard sent, as UTF-8 text. */
            data: string;
        };
        TerminalResizeRequest: {
            /** Format: uint16 */
            columns: number;
            /** Format: uint16 */
            rows: number;
        };
        TestPolicy: {
            /** @default [] */
            allowed_domains: string[];
            /** @default false */
            cleanup_required: boolean;
            /** @default true */
            forbid_destructive_writes: boolean;
            /** @default true */
            forbid_external_send: boolean;
            /**
             * Format: uint32
             * @default 40
             */
            max_actions: number;
            mode: components["schemas"]["TestPolicyMode"];
            /** Format: uuid */
            policy_id: string;
            /** @default [] */
            safe_targets: components["schemas"]["RehearsalSafeTarget"][];
            /**
             * Format: uint32
             * @default 1
             */
            schema_version: number;
        };
        TestPolicyInput: {
            /** @default [] */
            allowed_domains?: string[];
            /** @default false */
            cleanup_required?: boolean;
            /** @default true */
            forbid_destructive_writes?: boolean;
            /** @default true */
            forbid_external_send?: boolean;
            /**
             * Format: uint32
             * @default 40
             */
            max_actions?: number;
            mode: components["schemas"]["TestPolicyMode"];
            /** Format: uuid */
            policy_id: string;
            /** @default [] */
            safe_targets?: components["schemas"]["RehearsalSafeTarget"][];
            /**
             * Format: uint32
             * @default 1
             */
            schema_version?: number;
        };
        /** @enum {string} */
        TestPolicyMode: "read_only" | "dry_run_only" | "blank_artifact" | "copy_artifact" | "safe_target_only" | "redirect_send" | "live_read_safe_write" | "controlled_live_test";
        /** @enum {string} */
        Theme: "light" | "dark" | "system";
        /**
         * Format: uuid
         * @description One demonstration's trace: all actions captured between two starts of a session.
         */
        TraceId: string;
        /** @enum {string} */
        TrimKind: "trim_start" | "trim_end";
        TrimRequest: {
            /**
             * Format: uuid
             * @description The first (`trim_start`) or last (`trim_end`) action that stays.
             */
            to_event_id: string;
            trim_kind: components["schemas"]["TrimKind"];
        };
        /** @enum {string} */
        UiMode: "overlay" | "drawer" | "recent-run" | "exploratory" | "import";
        /** @description `PUT /api/categories/:categoryId`. Only what is given changes. */
        UpdateCategoryRequest: {
            /** @default null */
            color?: string | null;
            /**
             * Format: uint32
             * @default 1
             */
            schema_version?: number;
            /** @default null */
            title?: string | null;
        };
        /** @description `POST /api/updates/check`: what `update_feed` announces. Nothing is downloaded or installed. */
        UpdateCheckResponse: {
            /** @description The version that is announced, without a leading `v`. */
            announced: string;
            /** @description The version that runs. */
            current: string;
            /** @description Whether `announced` comes after `current` by Semantic Versioning 2.0.0 §11. */
            newer: boolean;
            /** @description The words of the announcement, at most 4,000 characters. */
            notes: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, where it says a time.
             */
            published_at: string | null;
            /** Format: uint32 */
            schema_version: number;
        };
        ValidationRun: {
            /** Format: date-time */
            completed_at?: string | null;
            /** @description `partial` while it runs. */
            overall_result: components["schemas"]["OverallResult"];
            /** Format: uuid */
            proposal_id: string;
            result_refs: string[];
            run_kind: components["schemas"]["RunKind"];
            /** Format: uint32 */
            schema_version: number;
            /** Format: date-time */
            started_at: string;
            /** Format: uuid */
            validation_run_id: string;
        };
        ValidationRunResponse: {
            runs: components["schemas"]["ValidationRun"][];
            /** Format: uint32 */
            schema_version: number;
            /** @description The last run that was made; `runs` has all of this request. */
            validation_run: components["schemas"]["ValidationRun"];
        };
        ValidationRunsListResponse: {
            /** Format: uint32 */
            page: number;
            /** Format: uint32 */
            page_size: number;
            runs: components["schemas"]["ValidationRun"][];
            /** Format: uint32 */
            schema_version: number;
            steps: components["schemas"]["ValidationStepResult"][];
            /** Format: uint32 */
            total: number;
        };
        ValidationStepResult: {
            /** Format: date-time */
            created_at: string;
            details?: string | null;
            label: string;
            result: components["schemas"]["StepResult"];
            /** Format: uint32 */
            schema_version: number;
            test_case_id: string;
            /** Format: uuid */
            validation_run_id: string;
        };
        /** @description Something that differs from one run to the next. */
        Variable: {
            /** @description How to recognise the value in a later run. */
            binding: components["schemas"]["VariableBinding"];
            /** @description What the demonstration used, redacted. Never written into a SKILL.md when `secret`. */
            example: string;
            kind: components["schemas"]["VariableKind"];
            /** @description As the page names it. */
            label: string;
            /** @description `snake_case`, from the label of the field or the flag of the command. */
            name: string;
            secret: boolean;
            source_event_ids: string[];
        };
        VariableBinding: {
            /** @constant */
            kind: "field";
            name: string;
            role: string;
        } | {
            /** @constant */
            kind: "command";
            pattern: string;
        } | {
            /** @constant */
            kind: "url";
            pattern: string;
        } | {
            control: string;
            /** @constant */
            kind: "file";
        } | {
            /** @constant */
            kind: "context";
            name: string;
            role: string;
        };
        /** @enum {string} */
        VariableKind: "text" | "number" | "date" | "email" | "url" | "file" | "choice";
        /** @description `POST /api/bridge/verify-checkpoint`. One of `ability_id` and `learn_session_id` must be given. */
        VerifyCheckpointRequest: {
            /** @default null */
            ability_id?: string | null;
            /** @default null */
            agent?: string | null;
            checkpoint_id: string;
            /** @default null */
            client_request_id?: string | null;
            /**
             * @description Any name of this use of the ability, the same in all its reports. Reports without it count for no health.
             * @default null
             */
            dispatch_id?: string | null;
            /** @description What was seen, in words. Secrets in it are masked before it is stored. */
            evidence: string;
            /**
             * Format: uuid
             * @description The session whose followers hear of it.
             * @default null
             */
            learn_session_id?: string | null;
            /**
             * @description Why it was skipped or failed; needed for both.
             * @default null
             */
            reason?: string | null;
            /**
             * @description The failure did, or nearly did, harm. Only with `failed`; quarantines the ability at once.
             * @default false
             */
            safety_critical?: boolean;
            /**
             * Format: uint32
             * @default 1
             */
            schema_version?: number;
            status: components["schemas"]["CheckpointStatus"];
        };
        VerifyCheckpointResponse: {
            ability_id?: components["schemas"]["AbilityId"] | null;
            /** @description Of the ability, with this report. */
            checkpoint_health?: components["schemas"]["CheckpointHealth"] | null;
            /** @description As stored. */
            receipt: components["schemas"]["CheckpointVerificationReceipt"];
            /** Format: uint32 */
            schema_version: number;
        };
        /** @description What "Watch My Actions" offers. */
        WatchSource: "browser" | "terminal";
        /** @description A shell that reported itself: the "hook alive" check. */
        WatchedShell: {
            /** @description Whether it runs in the terminal panel of the window. */
            embedded: boolean;
            /** Format: date-time */
            last_seen_at: string;
            /** Format: uint32 */
            pid: number;
            /** @description Such as `bash`. */
            shell: string;
        };
        /** @description A mark in the trace (§0C.22). */
        WorkflowBoundary: {
            /**
             * Format: uint32
             * @description Sequence number of the last captured action when the mark was set; 0 before the first.
             */
            after_seq: number;
            /** Format: uuid */
            boundary_id: string;
            /** Format: date-time */
            created_at: string;
            kind: components["schemas"]["BoundaryKind"];
            label?: string | null;
            /** Format: uuid */
            learn_session_id: string;
            /** Format: uint32 */
            schema_version: number;
            source: components["schemas"]["BoundarySource"];
            /** Format: uuid */
            source_event_id?: string | null;
            /** @description Only of `mark_step`. */
            step_kind_hint?: components["schemas"]["StepKindHint"] | null;
        };
    };
    responses: {
        /** @description Bad Request. The code says which failure it is. */
        400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiErrorEnvelope"];
            };
        };
        /** @description Unauthorized. The code says which failure it is. */
        401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiErrorEnvelope"];
            };
        };
        /** @description Forbidden. The code says which failure it is. */
        403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiErrorEnvelope"];
            };
        };
        /** @description Not Found. The code says which failure it is. */
        404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiErrorEnvelope"];
            };
        };
        /** @description Conflict. The code says which failure it is. */
        409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiErrorEnvelope"];
            };
        };
        /** @description Gone. The code says which failure it is. */
        410: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiErrorEnvelope"];
            };
        };
        /** @description Payload Too Large. The code says which failure it is. */
        413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiErrorEnvelope"];
            };
        };
        /** @description Unsupported Media Type. The code says which failure it is. */
        415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiErrorEnvelope"];
            };
        };
        /** @description Internal Server Error. The code says which failure it is. */
        500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiErrorEnvelope"];
            };
        };
        /** @description Bad Gateway. The code says which failure it is. */
        502: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiErrorEnvelope"];
            };
        };
        /** @description Service Unavailable. The code says which failure it is. */
        503: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiErrorEnvelope"];
            };
        };
        /** @description Insufficient Storage. The code says which failure it is. */
        507: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiErrorEnvelope"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    availability: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AbilityAvailabilitySnapshot"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    ability_changes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-Sent Events; the schema is that of each `data:`. `:keepalive` comes every 30 silent seconds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["AbilitiesChanged"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    explain_match: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AbilityExplainMatchRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AbilityExplainMatchResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    lookup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AbilityLookupQuery"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AbilityLookupResult"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    ability_skill: {
        parameters: {
            query: {
                /** @description `ability_<slug>`, or the slug alone. Not a path. */
                ability: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/abilities/skill`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AbilitySkillResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    ability_skill_file: {
        parameters: {
            query: {
                /** @description As in `AbilitySkillQuery`. */
                ability: string;
                /** @description One of the `files` of the skill, spelled as there. */
                path: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/abilities/skill/file`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AbilitySkillFileResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    ability_skills: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/abilities/skills`: the skills of abilities that can be used now, by ability. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AbilitySkillsResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    remove_ability: {
        parameters: {
            query?: {
                /** @description Also copies that somebody edited after they were installed; a copy of each edit is kept. */
                force?: boolean;
            };
            header?: never;
            path: {
                abilityId: components["schemas"]["AbilityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `DELETE /api/abilities/:id`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AbilityRemovedResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    activate_ability: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                abilityId: components["schemas"]["AbilityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `POST /api/abilities/:id/activate` and `/deactivate`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AbilityActivationResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    ability_availability: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                abilityId: components["schemas"]["AbilityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AbilityAvailabilityEntry"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    run_canary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                abilityId: components["schemas"]["AbilityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `POST /api/abilities/:id/canary`: the installed files were read and checked; nothing was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AbilityCanaryResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    ability_reports: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                abilityId: components["schemas"]["AbilityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/abilities/:id/checkpoint-reports`: what agents told of an ability, for Checkpoint Progress (§0C.9B). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AbilityReportsResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    deactivate_ability: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                abilityId: components["schemas"]["AbilityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `POST /api/abilities/:id/activate` and `/deactivate`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AbilityActivationResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    ability_health_history: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                abilityId: components["schemas"]["AbilityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/abilities/{abilityId}/health-history`: runs of an ability, oldest first, at most 200. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AbilityHealthHistoryResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    promote_ability: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                abilityId: components["schemas"]["AbilityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `POST /api/abilities/:id/promote-shared`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AbilityPromotionResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    quarantine_ability: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                abilityId: components["schemas"]["AbilityId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuarantineRequest"];
            };
        };
        responses: {
            /** @description `POST /api/abilities/:id/quarantine` and `/unquarantine`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AbilityQuarantineResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    unquarantine_ability: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                abilityId: components["schemas"]["AbilityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `POST /api/abilities/:id/quarantine` and `/unquarantine`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AbilityQuarantineResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    agent_connections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/agents/connections`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentConnectionsResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    change_agent_connection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeAgentConnectionRequest"];
            };
        };
        responses: {
            /** @description One agent that can be connected. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentConnection"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    preview_agent_connection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewAgentConnectionRequest"];
            };
        };
        responses: {
            /** @description What would be written, to be shown before it is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentConnectionPreview"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    report_observation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ObservationReport"];
            };
        };
        responses: {
            /** @description What the report became. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ObservationReportResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    verify_checkpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyCheckpointRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyCheckpointResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    capability_bridge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `<home>/system/capabilities/bridge_current.json`: all abilities in one compact file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BridgeCurrent"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    capability_health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/capabilities/health` and `<home>/system/capabilities/health_current.json`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CapabilityHealthCurrent"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    capability_stats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/capabilities/stats` and `<home>/system/capabilities/stats_current.json`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CapabilityStatsCurrent"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    list_categories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/categories`: all, by title. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoriesListResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    create_category: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCategoryRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    category_assignments: {
        parameters: {
            query?: {
                item_id?: string;
                item_kind?: "task_template" | "automation" | "skill" | "bundle" | "connector" | "proposal" | "learned_ability" | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryAssignmentsResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    update_category: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                categoryId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateCategoryRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    delete_category: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                categoryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    assign_category: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                categoryId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignCategoryRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignmentResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    category_items: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
            };
            header?: never;
            path: {
                categoryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/categories/:categoryId/items`: in the order of assigning. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryItemsResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    assign_many: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                categoryId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignManyRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignManyResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    unassign_category: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                categoryId: string;
                itemKind: components["schemas"]["CategoryItemKind"];
                itemId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    list_intents: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/config/intents`: newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigurationIntentsResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    submit_intent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitIntentRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigurationIntentResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    delete_everything: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteEverythingRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteEverythingResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    export: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET` and `POST /api/data/export`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    begin_export: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ExportRequest"];
            };
        };
        responses: {
            /** @description `GET` and `POST /api/data/export`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    end_export: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    export_file: {
        parameters: {
            query: {
                export_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A zip file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    data_usage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/data/usage`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataUsageResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    dispatch_checkpoint_receipts: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
            };
            header?: never;
            path: {
                dispatchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckpointReceiptsResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    doctor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/doctor`: what works on this machine, what is missing, and the command that mends it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoctorResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    folder: {
        parameters: {
            query: {
                path: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    all_events: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-Sent Events; the schema is that of each `data:`. `:keepalive` comes every 30 silent seconds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["LearnSessionEvent"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    frictions: {
        parameters: {
            query?: {
                /** @description Only what is about this ability. */
                ability_id?: string;
                page?: number;
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FrictionResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    history: {
        parameters: {
            query?: {
                ability_id?: string;
                /** @description Only those whose ability or proposal is in this category. */
                category_id?: string;
                /** @description Only those begun then or later. */
                from?: string;
                outcome?: "approved" | "rejected" | "cancelled" | "in_progress" | "quarantined" | null;
                page?: number;
                page_size?: number;
                /** @description Only those whose title holds every word of this, in whatever case. */
                text?: string;
                /** @description Only those begun earlier. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LearnHistoryResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    list_proposals: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LearnProposalsListResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    approve_proposal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApproveProposalRequest"];
            };
        };
        responses: {
            /** @description `GET /api/learn/proposals/:id/detail`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposalDetailResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    proposal_detail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/learn/proposals/:id/detail`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposalDetailResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    install_proposal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProposalInstallRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposalInstallResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    rehearsal_status: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RehearsalStatus"] | null;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    finish_rehearsal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["FinishRehearsalRequest"];
            };
        };
        responses: {
            /** @description Checkpoint Progress (§0C.9B) of a rehearsal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RehearsalStatus"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    mark_checkpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MarkCheckpointRequest"];
            };
        };
        responses: {
            /** @description Checkpoint Progress (§0C.9B) of a rehearsal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RehearsalStatus"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    reject_proposal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RejectProposalRequest"];
            };
        };
        responses: {
            /** @description `GET /api/learn/proposals/:id/detail`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposalDetailResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    request_more_tests: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/learn/proposals/:id/detail`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposalDetailResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    revise_proposal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProposalReviseRequest"];
            };
        };
        responses: {
            /** @description `GET /api/learn/proposals/:id/detail`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposalDetailResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    validate_proposal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StartValidationRunRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationRunResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    validation_runs: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
            };
            header?: never;
            path: {
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationRunsListResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    receipts: {
        parameters: {
            query?: {
                ability_id?: string;
                /** @description Only those about an ability or a proposal of this category. */
                category_id?: string;
                /** @description Only those of then or later. */
                from?: string;
                kind?: ("session_created" | "observation_armed" | "observation_stopped" | "proposal_created" | "clarification_requested" | "clarification_answered" | "validation_started" | "validation_finished" | "install_requested" | "install_completed" | "bridge_rebuild_completed" | "ability_availability_updated" | "ability_activated" | "ability_deactivated" | "ability_quarantined" | "session_cancelled" | "session_timeout" | "capture_timeout" | "migration_backfill" | "import_uploaded" | "import_upload_deleted" | "import_scanned" | "import_scan_failed" | "import_staged" | "import_stage_failed" | "import_install_requested" | "import_installed" | "import_install_failed" | "import_approved" | "import_rejected" | "import_discarded" | "import_expired" | "trigger_tested") | "configuration_changed";
                page?: number;
                page_size?: number;
                session_id?: string;
                /** @description Only those whose words hold every word of this, in whatever case. */
                text?: string;
                /** @description Only earlier ones. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LearnReceiptsResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    export_receipts: {
        parameters: {
            query: {
                ability_id?: string;
                /** @description Only those about an ability or a proposal of this category. */
                category_id?: string;
                format: "json" | "csv";
                /** @description Only those of then or later. */
                from?: string;
                kind?: ("session_created" | "observation_armed" | "observation_stopped" | "proposal_created" | "clarification_requested" | "clarification_answered" | "validation_started" | "validation_finished" | "install_requested" | "install_completed" | "bridge_rebuild_completed" | "ability_availability_updated" | "ability_activated" | "ability_deactivated" | "ability_quarantined" | "session_cancelled" | "session_timeout" | "capture_timeout" | "migration_backfill" | "import_uploaded" | "import_upload_deleted" | "import_scanned" | "import_scan_failed" | "import_staged" | "import_stage_failed" | "import_install_requested" | "import_installed" | "import_install_failed" | "import_approved" | "import_rejected" | "import_discarded" | "import_expired" | "trigger_tested") | "configuration_changed";
                session_id?: string;
                /** @description Only those whose words hold every word of this, in whatever case. */
                text?: string;
                /** @description Only earlier ones. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All receipts that the query lets through, newest first, as a file to keep. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiptsExport"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    repairs: {
        parameters: {
            query?: {
                /** @description Only what is about this ability. */
                ability_id?: string;
                page?: number;
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Open ones first, each group newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepairsResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    runtime_current: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/learn/runtime/current`: `current` is null before the first session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuntimeCurrentResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    list_sessions: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LearnSessionsListResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    create_session: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLearnSessionRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateLearnSessionResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    delete_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    answer_questions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnswerQuestionsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnswerQuestionsResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    cancel_session: {
        parameters: {
            query?: never;
            header?: {
                /** @description How the person asked: user_click, hotkey or api_call. */
                "x-boundary-source"?: string;
            };
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionActionResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    session_checkpoint_receipts: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
            };
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckpointReceiptsResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    session_detail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/learn/sessions/:id/detail`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LearnSessionDetailResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    session_events: {
        parameters: {
            query?: {
                /** @description Only events with a greater `seq`. */
                after?: number;
                /** @description `false` ends the stream after what is stored now. */
                follow?: boolean;
            };
            header?: {
                /** @description The last event that arrived; wins over `after`. */
                "Last-Event-ID"?: string;
            };
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-Sent Events; the schema is that of each `data:`. `:keepalive` comes every 30 silent seconds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["LearnSessionEvent"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    generate_proposal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerateProposalResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    mark_goal: {
        parameters: {
            query?: never;
            header?: {
                /** @description How the person asked: user_click, hotkey or api_call. */
                "x-boundary-source"?: string;
            };
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MarkGoalRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionActionResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    mark_step: {
        parameters: {
            query?: never;
            header?: {
                /** @description How the person asked: user_click, hotkey or api_call. */
                "x-boundary-source"?: string;
            };
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MarkStepRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionActionResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    observation_scope: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is being observed, in full (§0C.8 plus the fields that decisions add). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ObservationScopeRuntime"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    observed_actions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/learn/sessions/:id/observed-actions`: the timeline, for review before a proposal (§0C.22, rule 7). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ObservedActionsResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    delete_observed_action: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    pause_session: {
        parameters: {
            query?: never;
            header?: {
                /** @description How the person asked: user_click, hotkey or api_call. */
                "x-boundary-source"?: string;
            };
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionActionResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    resume_session: {
        parameters: {
            query?: never;
            header?: {
                /** @description How the person asked: user_click, hotkey or api_call. */
                "x-boundary-source"?: string;
            };
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionActionResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    retain_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetainSessionRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionActionResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    set_test_policy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetTestPolicyRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionActionResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    start_session: {
        parameters: {
            query?: never;
            header?: {
                /** @description How the person asked: user_click, hotkey or api_call. */
                "x-boundary-source"?: string;
            };
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartSessionResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    stop_session: {
        parameters: {
            query?: never;
            header?: {
                /** @description How the person asked: user_click, hotkey or api_call. */
                "x-boundary-source"?: string;
            };
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StopSessionResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    trim_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrimRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionActionResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    repair_projections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `POST /api/repair/projections`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepairResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    settings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    update_settings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SettingsInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    list_skills: {
        parameters: {
            query?: {
                /** @description `as_of` of an answer of before: only what changed since then is told. */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/skills`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillShelfResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    cancel_skills: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelSkillsRequest"];
            };
        };
        responses: {
            /** @description Nothing to say but that it was done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    check_skill: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckSkillRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckSkillResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    read_skill: {
        parameters: {
            query: {
                /** @description Absolute folder of a skill that a list named. */
                path: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One file of a skill, for reading. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillContentResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    save_skill: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveSkillRequest"];
            };
        };
        responses: {
            /** @description One file of a skill, for reading. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillContentResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    read_skill_file: {
        parameters: {
            query: {
                /** @description Relative, as `files` of its content names it. */
                file: string;
                /** @description Absolute folder of a skill that a list named. */
                path: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillFileResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    fix_skills: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkillsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillsResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    approve_skill_import: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkillImportApproveRequest"];
            };
        };
        responses: {
            /** @description What approve, reject, install-private, discard and retry answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillImportTerminalActionResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    discard_skill_import: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkillImportDiscardRequest"];
            };
        };
        responses: {
            /** @description What approve, reject, install-private, discard and retry answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillImportTerminalActionResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    fetch_skill_bundle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkillImportFetchRequest"];
            };
        };
        responses: {
            /** @description `POST /api/skills/import/uploads`, `.../fetch` and `.../pick`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillImportUploadResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            507: components["responses"]["507"];
        };
    };
    install_skill_import: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkillImportInstallPrivateRequest"];
            };
        };
        responses: {
            /** @description What approve, reject, install-private, discard and retry answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillImportTerminalActionResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    list_skill_imports: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                /** @description Only those in this state. */
                stage_state?: "upload_pending" | "uploaded" | "scanning" | "scan_failed" | "scan_complete" | "staging" | "stage_failed" | "ready_for_review" | "install_queued" | "install_failed" | "installed_private" | "approved" | "rejected" | "discarded" | "expired" | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillImportListResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    pick_skills: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkillImportPickRequest"];
            };
        };
        responses: {
            /** @description `POST /api/skills/import/uploads`, `.../fetch` and `.../pick`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillImportUploadResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            507: components["responses"]["507"];
        };
    };
    reject_skill_import: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkillImportRejectRequest"];
            };
        };
        responses: {
            /** @description What approve, reject, install-private, discard and retry answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillImportTerminalActionResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    retry_skill_import: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkillImportRetryRequest"];
            };
        };
        responses: {
            /** @description What approve, reject, install-private, discard and retry answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillImportTerminalActionResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            410: components["responses"]["410"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    scan_skill_import: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkillImportScanRequest"];
            };
        };
        responses: {
            /** @description Also when the scan failed: `stage_state` is `scan_failed` then, and the findings say why. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillImportScanResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            410: components["responses"]["410"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    stage_skill_import: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkillImportStageRequest"];
            };
        };
        responses: {
            /** @description Also when staging failed: `stage_state` is `stage_failed` then, and there is no bundle. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillImportStageResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            410: components["responses"]["410"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    upload_skill_bundle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description A .zip or .skillbundle.zip of at most 100 MB.
                     */
                    bundle: string;
                    metadata?: components["schemas"]["SkillImportUploadMetadata"];
                };
            };
        };
        responses: {
            /** @description `POST /api/skills/import/uploads`, `.../fetch` and `.../pick`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillImportUploadResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    delete_skill_upload: {
        parameters: {
            query?: {
                client_request_id?: string;
            };
            header?: never;
            path: {
                tempArtifactRef: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleting what is gone already answers `deleted: false`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillImportDeleteUploadResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    skill_import_detail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                importId: components["schemas"]["ImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillImportDetailResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    skill_import_file: {
        parameters: {
            query: {
                /** @description As `.../files` names it. */
                path: string;
            };
            header?: never;
            path: {
                importId: components["schemas"]["ImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/skills/import/:importId/file?path=`. Ours. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportFileResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            410: components["responses"]["410"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    skill_import_files: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                importId: components["schemas"]["ImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/skills/import/:importId/files`. Ours. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportFilesResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            410: components["responses"]["410"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    skill_packs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/skills/packs`: those that an import or an installed skill belongs to. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillPacksListResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    pin_skills: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkillsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillsResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    remove_skills: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkillsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillsResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    removed_skills: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/skills/removed`: what can be brought back, the newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedSkillsResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    restore_skills: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RestoreSkillsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillsResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    search_skills: {
        parameters: {
            query: {
                /** @description Words that must all be in the text, in any case. */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/skills/search`: looks into the text of every skill. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillSearchResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    skill_standing: {
        parameters: {
            query: {
                /** @description Absolute folder of a skill that a list named. */
                path: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/skills/standing`: all that is known of one skill besides its text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillStandingResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    switch_skills: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SwitchSkillsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillsResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    trigger_test: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkillTriggerTestRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillTriggerTestResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    unpin_skills: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkillsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillsResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    update_skills: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkillsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillsResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    skill_version: {
        parameters: {
            query: {
                path: string;
                version_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillVersionResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    skill_versions: {
        parameters: {
            query: {
                /** @description Absolute folder of a skill that a list named. */
                path: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `GET /api/skills/versions`, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillVersionsResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    open_terminal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OpenTerminalRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenTerminalResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    close_terminal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                terminalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nothing to say but that it was done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    terminal_input: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                terminalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TerminalInputRequest"];
            };
        };
        responses: {
            /** @description Nothing to say but that it was done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    terminal_output: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                terminalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-Sent Events; the schema is that of each `data:`. `:keepalive` comes every 30 silent seconds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
        };
    };
    resize_terminal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                terminalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TerminalResizeRequest"];
            };
        };
        responses: {
            /** @description Nothing to say but that it was done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    check_for_updates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `POST /api/updates/check`: what `update_feed` announces. Nothing is downloaded or installed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateCheckResponse"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
}
